import { runJest } from './jest-run.mjs';
import { requireSpecs } from './specs.mjs';

/** What needs neither a database nor another process. */
export async function runUnit({ progress, cleanups, pattern }) {
  const specs = requireSpecs('unit', pattern);
  return progress.step('Testing units', () => runJest({ cleanups }, { specs }));
}
