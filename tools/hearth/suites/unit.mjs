import { runJest } from './jest-run.mjs';

/** What needs neither a database nor another process. */
export async function runUnit({ progress }) {
  const ignore = ['\\.integration\\.spec\\.m?js$', '/apps/e2e/'];
  return progress.step('Testing units', () => runJest({ pattern: '\\.spec\\.m?js$', ignore }));
}
