const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** In seconds; a month has thirty days, a year what it has on average. */
const UNITS: readonly (readonly [seconds: number, names: readonly string[]])[] = [
  [1, ['s', 'sec', 'secs', 'second', 'seconds']],
  [MINUTE, ['m', 'min', 'mins', 'minute', 'minutes']],
  [HOUR, ['h', 'hr', 'hrs', 'hour', 'hours']],
  [DAY, ['d', 'day', 'days', 'dy']],
  [7 * DAY, ['w', 'wk', 'wks', 'week', 'weeks']],
  [30 * DAY, ['mo', 'mos', 'month', 'months']],
  [365.25 * DAY, ['y', 'yr', 'yrs', 'year', 'years']],
];
const SECONDS = new Map(UNITS.flatMap(([seconds, names]) => names.map((name) => [name, seconds])));

/** Stands for no expiry. */
export const NEVER = 'never';
const LONGEST_TEXT = 255;
/** A thousand years: no date of PostgreSQL overflows. */
const LONGEST = 1_000 * 365.25 * DAY;

/**
 * Parses a human-readable duration: `42`, `3 mins 4 sec`, `2h20min`, `6 mos and 4 days`. A number without a unit means seconds.
 * @returns seconds; undefined for a text that is no duration
 */
export function durationSeconds(text: string): number | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const words = text.toLowerCase().match(/\d+(?:\.\d+)?|[a-z]+|[^\sa-z\d,]/g) ?? [];
  let [seconds, amount] = [0, undefined as number | undefined];
  for (const word of words) {
    if (word === 'and') continue;
    const unit = SECONDS.get(word);
    const isNumber = /^\d/.test(word);
    if (isNumber === (unit !== undefined)) return undefined;
    if (isNumber === (amount !== undefined)) return undefined;
    if (unit !== undefined) seconds += amount! * unit;
    amount = isNumber ? Number(word) : undefined;
  }
  if (words.length === 0) return undefined;
  const total = Math.round(seconds + (amount ?? 0));
  return total > LONGEST ? undefined : total;
}
