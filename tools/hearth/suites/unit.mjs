import { runJest } from './jest-run.mjs';
import { requireSpecs } from './specs.mjs';

/** Runs the specs that need neither a database nor another process. */
export async function runUnit({ progress, pattern, among, ...context }) {
  const specs = requireSpecs('unit', pattern, among);
  if (specs.length === 0) return { passed: 0, failed: 0 };
  return progress.step('Testing units', () => runJest(context, { specs }));
}
