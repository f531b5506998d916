import { lintOf } from '../plans/lint.rules.js';
import { plannedRows } from '../plans/new-pipeline.rules.js';
import { coverageIn } from '../traces/coverage.rules.js';
import { lintErrors } from './configuration.rules.js';

// Program of the threads of ConfigurationThreads: all code for the configuration language. All of it is pure.

export { lintErrors as lint, lintOf as lintForProject, plannedRows as plan };

export function coverage({ text, pattern }: { readonly text: string; readonly pattern: string }): number | null {
  return coverageIn(text, pattern);
}
