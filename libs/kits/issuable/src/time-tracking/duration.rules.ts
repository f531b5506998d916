const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Working time, as in GitLab: a day has 8 hours, a week 5 days and a month 4 weeks. */
const UNITS = [
  ['mo', 160 * HOUR],
  ['w', 40 * HOUR],
  ['d', 8 * HOUR],
  ['h', HOUR],
  ['m', MINUTE],
  ['s', 1],
] as const;
const WORDS: Readonly<Record<string, (typeof UNITS)[number][0]>> = {
  ...{ mo: 'mo', month: 'mo', w: 'w', wk: 'w', week: 'w', d: 'd', day: 'd' },
  ...{ h: 'h', hr: 'h', hour: 'h', m: 'm', min: 'm', minute: 'm', s: 's', sec: 's', second: 's' },
};
const PART = /\s*(\d{1,9}(?:\.\d{1,3})?)\s*([a-z]*)/gy;

/** Most characters of a duration. */
export const MOST_DURATION = 64;
/** Most seconds that are stored. */
export const MOST_SECONDS = 2 ** 31 - 1;

/** Returns the seconds of a duration like `1w 2d 3h30m`, also a negative one; null for other texts. A number without a unit is hours. */
export function parseDuration(text: string): number | null {
  if (text.length > MOST_DURATION) return null;
  const given = text.trim().toLowerCase();
  const isNegative = given.startsWith('-');
  const amount = isNegative ? given.slice(1) : given;
  if (amount === '') return null;
  let seconds = 0;
  let end = 0;
  for (const [part, number, word = ''] of amount.matchAll(PART)) {
    const unit = word === '' ? 'h' : (WORDS[word] ?? WORDS[word.replace(/s$/, '')]);
    if (unit === undefined) return null;
    seconds += Number(number) * secondsOf(unit);
    end += part.length;
  }
  const rounded = Math.round(seconds);
  if (end !== amount.length || rounded > MOST_SECONDS) return null;
  return isNegative && rounded !== 0 ? -rounded : rounded;
}

/** Returns a duration as `1w 2d 3h 30m`; null for none. */
export function humanDuration(seconds: number): string | null {
  let rest = Math.abs(seconds);
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count > 0 ? [`${count}${unit}`] : [];
  });
  return parts.length > 0 ? `${seconds < 0 ? '-' : ''}${parts.join(' ')}` : null;
}

function secondsOf(unit: (typeof UNITS)[number][0]): number {
  return UNITS.find(([name]) => name === unit)![1];
}
