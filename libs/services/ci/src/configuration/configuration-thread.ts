import { plannedRows } from '../pipelines/new-pipeline.rules.js';
import { coverageIn } from '../traces/coverage.rules.js';
import { lintError } from './configuration.rules.js';

// The program of the threads of ConfigurationThreads: everything that knows the language of configurations. All of it is pure.

export { lintError as lint, plannedRows as plan };

export function coverage({ text, pattern }: { readonly text: string; readonly pattern: string }): number | null {
  return coverageIn(text, pattern);
}
