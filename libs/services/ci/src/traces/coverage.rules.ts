import { compileRegexp, type Regexp } from '../configuration/regexp.rules.js';

/** Where a longer line is cut, in UTF-16 units: matches of one line can take time with the square of its length. */
const LONGEST_LINE = 1_024;
/** In milliseconds. Only a pattern that is made for it takes so long. */
const MOST_TIME = 2_000;

/**
 * Reads from what a job has written how much of the code is covered: the number in the last match of its pattern.
 * @param text the end of what it has written
 * @returns null where no match has a number
 */
export function coverageIn(text: string, pattern: string): number | null {
  const regexp = compileRegexp(pattern);
  if (!regexp) return null;
  const deadline = performance.now() + MOST_TIME;
  for (const line of text.split('\n').toReversed()) {
    const number = numberIn(lastMatch(line.slice(-LONGEST_LINE), regexp, deadline));
    if (number !== null) return number;
    if (performance.now() > deadline) return null;
  }
  return null;
}

/** The last match of a line; of a pattern with groups what the last of them has matched. */
function lastMatch(line: string, regexp: Regexp, deadline: number): string {
  if (!regexp.test(line)) return '';
  const matcher = regexp.matcher(line);
  let match = '';
  while (matcher.find() && performance.now() < deadline) {
    let group = matcher.groupCount();
    while (group > 0 && matcher.group(group) === null) group -= 1;
    match = matcher.group(group)!;
  }
  return match;
}

function numberIn(text: string): number | null {
  const number = Number(/\d+(?:\.\d+)?/.exec(text)?.[0] ?? NaN);
  return Number.isFinite(number) ? number : null;
}
