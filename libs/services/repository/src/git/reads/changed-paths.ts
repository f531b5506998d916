import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import type { Quarantine } from '../process/quarantine.js';
import type { Refs } from './refs.js';

const NUL = 0;

export interface ChangedPathsOptions {
  /** Objects of a push that is not accepted yet. */
  readonly quarantine?: Quarantine | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Paths of the files that commits add, change or delete. */
export class ChangedPaths {
  constructor(
    private readonly refs: Refs,
    private readonly queue: CommandQueue,
  ) {}

  /**
   * Returns the first of these paths that a new commit changes: one that a tip reaches and no branch or tag. A merge changes the files that
   * differ from all of its parents.
   * @throws GitTimeout
   */
  async firstOfNew(
    repository: RepositoryPath,
    tips: readonly ObjectId[],
    paths: ReadonlySet<string>,
    { quarantine, signal, timeoutMs }: ChangedPathsOptions,
  ): Promise<string | null> {
    const known = new Set((await this.refs.shown(repository)).values());
    let pending: Buffer = Buffer.alloc(0);
    let found: string | null = null;
    const sink = (chunk: Buffer): boolean => {
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      let begin = 0;
      for (let end = bytes.indexOf(NUL); end !== -1; end = bytes.indexOf(NUL, begin)) {
        const path = bytes.toString('utf8', begin, end);
        if (paths.has(path)) {
          found = path;
          return false;
        }
        begin = end + 1;
      }
      pending = bytes.subarray(begin);
      return true;
    };
    const flags = {
      '--stdin': true,
      '--format': '',
      '--name-only': true,
      '-z': true,
      '-c': true,
      '--no-renames': true,
    };
    await this.queue.run(call(COMMANDS.log, { repository, flags }), {
      input: [...tips, ...[...known].map((id) => `^${id}`), ''].join('\n'),
      ...{ sink, quarantine, signal, timeoutMs },
    });
    return found;
  }
}
