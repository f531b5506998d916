import { isFields, type Fields } from '../checks.rules.js';

/** Merges two maps: maps below the same key are merged, of other values the second one counts. Inputs are not changed. */
export function merged(first: Fields, second: Fields): Fields {
  const entries = Object.entries(second).map(([key, value]) => {
    const before = Object.hasOwn(first, key) ? first[key] : undefined;
    return [key, isFields(before) && isFields(value) ? merged(before, value) : value] as const;
  });
  return Object.fromEntries([...Object.entries(first), ...entries]);
}
