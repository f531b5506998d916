import { presentCommit, type CommitCard } from '@hearth/repository-contracts';
import { isWorkInProgress } from '../merge-requests/merge-request.rules.js';

/** What a source branch has got by pushes. */
export interface PushedCommits {
  /** Those that the target branch has not, the oldest first; of many the newest. */
  readonly commits: readonly CommitCard[];
  /** How many there are, those of the target branch included. */
  readonly total: number;
  /** Those that came from the target branch. */
  readonly known: { readonly count: number; readonly newest: string } | null;
}

/** Where the pushes went. */
export interface PushPlace {
  /** Head of the version before. */
  readonly before: string;
  /** As the note names it: of forks with the namespace of the target. */
  readonly targetBranch: string;
  /** Where both versions are compared; null where it is not known. */
  readonly url: string | null;
}

const SHORT_ID = 8;
const FIXUP = /^(?:fixup|squash)!/i;

/** The text of the system note about pushes to the source branch. */
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

/** The first commit that says of itself that work goes on: `fixup!`, `squash!`, or a title as of a merge request in progress. */
export function unfinished({ commits }: PushedCommits): CommitCard | undefined {
  return commits.find(({ message }) => FIXUP.test(message) || isWorkInProgress(message.split('\n', 1)[0]!));
}

function short(id: string): string {
  return id.slice(0, SHORT_ID);
}
