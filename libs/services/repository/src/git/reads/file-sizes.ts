import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';

const NUL = 0;
/** Mode, type, id and size of a regular file, then its path. */
const FILE = /^100\d{3} blob [0-9a-f]{40,64} +(\d+)\t(.*)$/s;

/** Sizes of the files of commits. */
export class FileSizes {
  constructor(private readonly queue: CommandQueue) {}

  /**
   * Passes on each file of a commit with its size in bytes, without symbolic links and submodules, in the order of the paths.
   * @param options.most files after which the rest is left out
   * @throws GitTimeout
   */
  async each(
    repository: RepositoryPath,
    commit: ObjectId,
    options: { readonly most: number; readonly timeoutMs?: number; readonly signal?: AbortSignal },
    take: (path: string, bytes: number) => void,
  ): Promise<void> {
    let left = options.most;
    let pending: Buffer = Buffer.alloc(0);
    const sink = (chunk: Buffer): boolean => {
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      let begin = 0;
      for (let end = bytes.indexOf(NUL); end !== -1 && left > 0; end = bytes.indexOf(NUL, begin)) {
        const file = FILE.exec(bytes.toString('utf8', begin, end));
        if (file) take(file[2]!, Number(file[1]));
        begin = end + 1;
        left -= 1;
      }
      pending = bytes.subarray(begin);
      return left > 0;
    };
    const flags = { '-r': true, '-z': true, '--long': true };
    const listing = call(COMMANDS.lsTree, { repository, flags, operands: [commit] });
    const { timeoutMs, signal } = options;
    await this.queue.run(listing, { sink, timeoutMs, signal });
  }
}
