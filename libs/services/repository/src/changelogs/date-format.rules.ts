const two = (value: number) => String(value).padStart(2, '0');
const inWords = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
  date.toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });

/** Directives of `strftime` that are dates. */
const DIRECTIVES: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => String(date.getUTCFullYear()),
  y: (date) => two(date.getUTCFullYear() % 100),
  m: (date) => two(date.getUTCMonth() + 1),
  '-m': (date) => String(date.getUTCMonth() + 1),
  d: (date) => two(date.getUTCDate()),
  '-d': (date) => String(date.getUTCDate()),
  e: (date) => String(date.getUTCDate()).padStart(2, ' '),
  F: (date) => date.toISOString().slice(0, 10),
  H: (date) => two(date.getUTCHours()),
  M: (date) => two(date.getUTCMinutes()),
  S: (date) => two(date.getUTCSeconds()),
  B: inWords({ month: 'long' }),
  b: inWords({ month: 'short' }),
  A: inWords({ weekday: 'long' }),
  a: inWords({ weekday: 'short' }),
  '%': () => '%',
};
const DIRECTIVE = /%(-?.?)/gsu;

/** Returns whether `formatDate` has all directives of the format. */
export function isDateFormat(format: string): boolean {
  return [...format.matchAll(DIRECTIVE)].every(([, name]) => Object.hasOwn(DIRECTIVES, name!));
}

/** Formats a time in UTC. @param format one that `isDateFormat` accepts */
export function formatDate(date: Date, format: string): string {
  return format.replaceAll(DIRECTIVE, (_, name: string) => DIRECTIVES[name]!(date));
}
