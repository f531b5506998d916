import { Readable } from 'node:stream';
import type { RepositoryPath } from '../refs/paths.js';
import type { ObjectId } from '../refs/object-id.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import { GitError } from '../process/errors.js';
import type { NewObject } from './new-object.js';
import { packOf } from './pack-stream.js';

const MAX_MS = 10 * 60_000;

/** git refused objects because of their content, as in a push: for example a `.gitmodules` with a hostile URL. No ref may point at them. */
export class ObjectsRefused extends Error {
  override readonly name = 'ObjectsRefused';

  /** @param reason git's message, for people */
  constructor(
    readonly reason: string,
    cause: GitError,
  ) {
    super(`git refused new objects: ${reason}`, { cause });
  }
}

/**
 * Stores objects as one pack. git checks them as those of a push. A pack costs 12 ms where an object by
 * itself costs 4, but it is on the disk when git ends: a ref must never point at objects that a power failure can lose.
 */
export class ObjectsWriter {
  constructor(private readonly queue: CommandQueue) {}

  /** Throws ObjectsRefused, RepositoryMissing. Objects that stay unreachable are pruned later. */
  async write(repository: RepositoryPath, objects: readonly NewObject[]): Promise<void> {
    const unique = [...new Map<ObjectId, NewObject>(objects.map((each) => [each.id, each])).values()];
    if (unique.length === 0) return;
    const flags = { '--stdin': true, '--fsck-objects': true };
    const input = Readable.from(packOf(unique), { objectMode: false });
    try {
      await this.queue.run(call(COMMANDS.indexPack, { repository, flags }), { input, timeoutMs: MAX_MS });
    } catch (error) {
      const reason = error instanceof GitError ? fsckError(error) : undefined;
      if (reason === undefined) throw error;
      throw new ObjectsRefused(reason, error as GitError);
    }
  }
}

/** Extracts `disallowed submodule url: …` from `error: object <id>: gitmodulesUrl: disallowed submodule url: …`. */
function fsckError({ stderr }: GitError): string | undefined {
  return /^error: object [0-9a-f]{40}: \w+: (.*)$/m.exec(stderr)?.[1];
}
