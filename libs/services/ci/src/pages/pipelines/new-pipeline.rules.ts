import type { FormFailure } from '@hearth/pages';
import type { GivenVariable } from '../../variables/variable.rules.js';

/** Returns the variables of a form, one in each line: `KEY=value`; or the failure of a line that has no key. */
export function variablesIn(text: string): { variables: readonly GivenVariable[] } | { failure: FormFailure } {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => line.indexOf('=') < 1);
  if (wrong !== undefined)
    return { failure: { field: 'variables', text: `Variables need the form KEY=value: ${wrong.slice(0, 80)}` } };
  const variables = lines.map((line) => {
    const end = line.indexOf('=');
    return { key: line.slice(0, end).trim(), value: line.slice(end + 1), file: false };
  });
  return { variables };
}

/** Returns the failures of a requested pipeline at their fields: those without one are about the whole form. */
export function placedFailures(failures: readonly FormFailure[]): FormFailure[] {
  return failures.map(({ field, text }) => {
    if (field === 'key') return { field: 'variables', text };
    return field === 'base' ? { field: null, text: text.trim() } : { field, text };
  });
}
