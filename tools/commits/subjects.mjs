const LONGEST = 72;
/** One scope or two: `projects:`, `git-http, edge:`. */
const SCOPED = /^[a-z0-9]+(-[a-z0-9]+)*(, [a-z0-9]+(-[a-z0-9]+)*)*: (?<text>\S.*)$/;
/** Subjects that git itself writes. */
const REVERT = /^Revert "/;

/**
 * Returns the mistake in the subject of a commit; undefined if there is none.
 * @param {string} subject first line of the message
 */
export function subjectFault(subject) {
  if (REVERT.test(subject)) return undefined;
  const { text } = SCOPED.exec(subject)?.groups ?? {};
  if (text === undefined) return 'begins with no scope, as in `edge: ignore duplicate slashes`';
  if (text.endsWith('.')) return 'ends in a full stop';
  return subject.length > LONGEST ? `is longer than ${LONGEST} characters` : undefined;
}

/**
 * The commits of a change: those that the default branch does not have. None on the default branch itself, and none that are older than
 * this rule.
 * @param {(...args: string[]) => string | undefined} git runs git in the work tree; undefined where it fails
 * @param {string} ruleFile the file that came with the rule
 * @returns {{ id: string, subject: string }[]} without merges
 */
export function commitsOfChange(git, ruleFile) {
  const branch = ['origin/HEAD', 'origin/main', 'main'].find((name) => git('rev-parse', '--verify', '--quiet', name));
  const rule = git('log', '--diff-filter=A', '--format=%H', '--', ruleFile)?.split('\n').at(-1);
  if (!branch || !rule) return [];
  const log = git('log', '--no-merges', '--format=%h %s', 'HEAD', `^${branch}`, `^${rule}`);
  return (log ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ id: line.split(' ', 1)[0], subject: line.slice(line.indexOf(' ') + 1) }));
}
