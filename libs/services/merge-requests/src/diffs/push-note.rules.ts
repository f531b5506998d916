import { presentCommit, type CommitCard } from '@hearth/repository-contracts';
import { isWorkInProgress } from '../merge-requests/merge-request.rules.js';

/** Commits that pushes have added to a source branch. */
export interface PushedCommits {
  /** Commits that are not on the target branch, oldest first; only the newest of many. */
  readonly commits: readonly CommitCard[];
  /** Number of commits, those of the target branch included. */
  readonly total: number;
  /** Commits that came from the target branch. */
  readonly known: { readonly count: number; readonly newest: string } | null;
}

/** Branches and versions that a note about pushes names. */
export interface PushPlace {
  /** Head of the version before. */
  readonly before: string;
  /** Name in the note: for forks with the namespace of the target. */
  readonly targetBranch: string;
  /** URL of the comparison of both versions; null where the address is not known. */
  readonly url: string | null;
}

const SHORT_ID = 8;
const FIXUP = /^(?:fixup|squash)!/i;

/** Text of the system note about pushes to the source branch. */
export function pushNote({ commits, total, known }: PushedCommits, { before, targetBranch, url }: PushPlace): string {
  const counted = (count: number) => `${count} ${count === 1 ? 'commit' : 'commits'}`;
  const range = known && (known.count === 1 ? short(known.newest) : `${short(before)}..${short(known.newest)}`);
  const lines = [
    ...(known ? [`* ${range} - ${counted(known.count)} from branch \`${targetBranch}\``] : []),
    ...commits.map(presentCommit).map(({ short_id: id, title }) => `* ${id} - ${title}`),
  ];
  const compare = url === null ? [] : [`[Compare with previous version](${url})`];
  return [`added ${counted(total)}`, lines.join('\n'), ...compare].join('\n\n');
}

/** The first commit marked as unfinished: `fixup!`, `squash!`, or a title like that of a draft. */
export function unfinished({ commits }: PushedCommits): CommitCard | undefined {
  return commits.find(({ message }) => FIXUP.test(message) || isWorkInProgress(message.split('\n', 1)[0]!));
}

function short(id: string): string {
  return id.slice(0, SHORT_ID);
}
