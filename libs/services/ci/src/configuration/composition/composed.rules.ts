import { isFields, type Fields } from '../checks.rules.js';
import { ConfigurationInvalid, type Faults } from '../configuration-invalid.js';
import { MOST_TEXT, MOST_VALUES, TooBig } from '../yaml.rules.js';
import { withExtends } from './extends.rules.js';
import { withIncludes, type IncludeContext } from './includes.rules.js';
import { withReferences } from './references.rules.js';
import type { Source } from './sources.js';

/**
 * Returns a configuration with its included files, references and extended jobs in place; undefined while facts are missing.
 * @param source the file that it is
 * @param faults gets the errors of entries, which are left out
 * @throws ConfigurationInvalid with the errors of includes: entries may be missing for these
 */
export function composed(value: unknown, source: Source, context: IncludeContext, faults: Faults): Fields | undefined {
  if (!isFields(value)) throw new ConfigurationInvalid('Invalid configuration format');
  const whole = withIncludes(value, source, context);
  if (context.facts.missing) return undefined;
  const resolved = withExtends(withReferences(whole, faults), faults);
  checkSize(resolved);
  return resolved;
}

/** Counts the values, and their text, with every repetition by references: a few lines can name millions. */
function checkSize(configuration: Fields): void {
  let [values, text] = [MOST_VALUES, MOST_TEXT];
  const open: unknown[] = [configuration];
  while (open.length > 0) {
    const value = open.pop();
    values -= 1;
    if (typeof value === 'string') text -= value.length;
    if (values < open.length || text < 0) throw TooBig();
    if (Array.isArray(value)) open.push(...(value as unknown[]));
    else if (isFields(value)) for (const key of Object.keys(value)) open.push(key, value[key]);
  }
}
