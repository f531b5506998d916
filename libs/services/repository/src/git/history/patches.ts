import type { Readable } from 'node:stream';
import { EMPTY_TREE, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import { outputStream } from '../process/output-stream.js';

/** `diff`: the changes as one diff, for `git apply`; `patch`: the commits in mbox format, for `git am`. */
export type PatchFormat = 'diff' | 'patch';

export interface PatchRequest {
  readonly format: PatchFormat;
  readonly commit: ObjectId;
  /** Ancestor of the commit that is the exclusive start of the changes; null: the whole history. */
  readonly since: ObjectId | null;
}

const DIFF_FLAGS = { '--binary': true, '--full-index': true, '--find-renames': true, '--no-ext-diff': true } as const;

/** Streams the changes since a commit, with the content of binary files. See {@link outputStream}. */
export function patches(repository: RepositoryPath, { format, commit, since }: PatchRequest, idleMs: number): Readable {
  if (format === 'diff') {
    const flags = { ...DIFF_FLAGS, '-r': true, '--patch': true, '--no-color': true } as const;
    return outputStream(
      call(COMMANDS.diffTree, { repository, flags, operands: [since ?? EMPTY_TREE, commit] }),
      idleMs,
    );
  }
  const flags = { ...DIFF_FLAGS, '--stdout': true, '--no-signature': true, '--root': since === null } as const;
  const operands = [since === null ? commit : `${since}..${commit}`];
  return outputStream(call(COMMANDS.formatPatch, { repository, flags, operands }), idleMs);
}
