import type { CommitRecord, Git } from '@hearth/testing';

const FIELDS = ['%H', '%P', '%an', '%ae', '%ad', '%cn', '%ce', '%cd', '%B'];
const TITLE_LENGTH = 80;

/** Returns the commits that `git log` prints for some arguments, in its order, as the API's records. */
export async function loggedCommits(git: Git, ...args: string[]): Promise<CommitRecord[]> {
  const format = `--format=${FIELDS.join('%x01')}`;
  const output = await git.run(['--literal-pathspecs', 'log', '-z', '--date=raw', format, ...args]);
  return output.toString('utf8').split('\0').filter(Boolean).map(recordOf);
}

/** Returns the ids that `git log` prints for some arguments. */
export function loggedIds(git: Git, ...args: string[]): Promise<string[]> {
  return git.lines('--literal-pathspecs', 'log', '--format=%H', ...args);
}

/** Replaces one of the two valid spellings of a zero offset by the other, so that records can be compared. */
export function normalized(commit: CommitRecord): CommitRecord {
  const utc = (date: string) => date.replace(/\+00:00$/, 'Z');
  return {
    ...commit,
    authored_date: utc(commit.authored_date),
    committed_date: utc(commit.committed_date),
    created_at: utc((commit as unknown as { created_at: string }).created_at),
  } as CommitRecord;
}

function recordOf(row: string): CommitRecord {
  const [id, parents, author, authorEmail, authored, committer, committerEmail, committed, ...rest] = row.split('\x01');
  const message = rest.join('\x01');
  const record = {
    id: id!,
    short_id: id!.slice(0, 8),
    title: titleOf(message),
    created_at: dateOf(committed!),
    parent_ids: parents === '' ? [] : parents!.split(' '),
    message,
    author_name: author!,
    author_email: authorEmail!,
    authored_date: dateOf(authored!),
    committer_name: committer!,
    committer_email: committerEmail!,
    committed_date: dateOf(committed!),
  };
  return record;
}

/** Returns the first line; long ones end at the last blank before the limit. */
function titleOf(message: string): string {
  if (message.trim() === '') return '--no commit message';
  const line = message.split(/\r?\n/, 1)[0]!;
  if (line.length < 100) return line;
  const blank = line.lastIndexOf(' ', TITLE_LENGTH);
  return `${line.slice(0, blank === -1 ? TITLE_LENGTH : blank)}…`;
}

/** Converts git's `seconds +hhmm` to a timestamp in the author's own offset. */
function dateOf(raw: string): string {
  const [, seconds, sign, hours, minutes] = /^(\d+) ([+-])(\d\d)(\d\d)$/.exec(raw)!;
  const east = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const local = new Date((Number(seconds) + east * 60) * 1_000).toISOString().replace('Z', '');
  return east === 0 ? `${local}Z` : `${local}${sign}${hours}:${minutes}`;
}
