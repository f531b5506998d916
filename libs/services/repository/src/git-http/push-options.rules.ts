/** Namespaces of the options that other services perform. */
const PERFORMED = /^(?:ci|merge_request|mr)\./;
/** Most UTF-16 units of the options of a push, in the rows of all its refs together. */
const MOST_TEXT = 256 * 1024;

/** Returns the options of a push that are recorded with its refs. Other ones are for hooks, which Hearth has none of, and ignored. */
export function performedOptions(options: readonly string[]): readonly string[] {
  return options.filter((option) => PERFORMED.test(option));
}

/** Returns the refusal of a push whose options are too long: they are stored with each of its refs. Null: it may continue. */
export function refusalOfOptions(options: readonly string[], refs: number): string | null {
  const recorded = performedOptions(options);
  if (recorded.some((option) => option.includes('\0'))) return 'A push option contains a NUL.';
  const size = recorded.reduce((sum, option) => sum + option.length, 0);
  return size * refs > MOST_TEXT ? 'The push options are too long for a push of so many refs.' : null;
}
