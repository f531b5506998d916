import type { PageSection } from './project-page.js';

/**
 * Returns the tabs of a list, one for each value of a filter.
 * @param names of the tabs by their values, in their order
 * @param addressOf the list with a value
 */
export function tabsOf<Value extends string>(
  names: Readonly<Record<Value, string>>,
  current: Value,
  addressOf: (value: Value) => string,
): PageSection[] {
  const tabs = Object.entries(names) as [Value, string][];
  return tabs.map(([value, name]) => ({ name, address: addressOf(value), current: value === current }));
}
