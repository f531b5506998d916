import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath, TreePath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';

/** A line of a file, and the commit that it comes from. */
export interface BlamedLine {
  readonly commit: ObjectId;
  /** Without its end; bytes that are not UTF-8 are replaced. */
  readonly text: string;
}

/** Header of a line in the porcelain format: the commit, and the numbers of the line before and now. */
const LINE = /^([0-9a-f]{40}) \d+ \d+/;

/** Most bytes that git may print: about as many lines as a response should have. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Finds the commits that the lines of a file come from. */
export class Blame {
  constructor(private readonly queue: CommandQueue) {}

  /**
   * Returns all lines of a file of a commit.
   * @throws GitOutputLimit for a file with too many lines, GitTimeout
   */
  async lines(
    repository: RepositoryPath,
    commit: ObjectId,
    path: TreePath,
    signal?: AbortSignal,
  ): Promise<BlamedLine[]> {
    const { stdout } = await this.queue.run(
      call(COMMANDS.blame, { repository, flags: { '--porcelain': true }, operands: [commit], paths: [path] }),
      { signal, maxOutputBytes: MOST_BYTES },
    );
    return parseBlame(stdout.toString());
  }
}

/** Parses `git blame --porcelain`: of each line its header, fields of a commit that is new, and the text after a tab. */
export function parseBlame(output: string): BlamedLine[] {
  const lines: BlamedLine[] = [];
  let commit: ObjectId | undefined;
  for (const row of output.split('\n')) {
    if (commit !== undefined && row.startsWith('\t')) {
      lines.push({ commit, text: row.slice(1) });
      commit = undefined;
    } else commit ??= LINE.exec(row)?.[1] as ObjectId | undefined;
  }
  return lines;
}
