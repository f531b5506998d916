import { compileRegexp, type Regexp } from '../configuration/regexp.rules.js';

/** UTF-16 units after which a line is cut: matches in one line can take quadratic time. */
const LONGEST_LINE = 1_024;
/** In milliseconds. Only a malicious pattern takes that long. */
const MOST_TIME = 2_000;

/**
 * Reads the test coverage from the output of a job: the number in the last match of its pattern.
 * @param text the end of the output
 * @returns null when no match has a number
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

/** Returns the last match in a line; for a pattern with groups, the match of the last group. */
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
