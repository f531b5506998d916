import { runJest } from './jest-run.mjs';
import { allSpecs, chooseSpecs, SPECS_OF } from './specs.mjs';

/** Runs the specs that need neither a database nor another process. */
export async function runUnit({ progress, pattern, among = () => true, ...context }) {
  const specs = chooseSpecs(allSpecs(), SPECS_OF.unit, pattern).filter(among);
  if (specs.length === 0) return { passed: 0, failed: 0 };
  return progress.step('Testing units', () => runJest(context, { specs }));
}
