import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ObjectId } from '../refs/object-id.js';
import { ROOT_PATH, type RepositoryPath, type TreePath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import { gitEnvironment } from '../process/environment.js';
import { outputStream } from '../process/output-stream.js';

export type ArchiveFormat = 'zip' | 'tar' | 'tar.gz' | 'tar.bz2';

export interface ArchiveRequest {
  readonly commit: ObjectId;
  /** Existing folder or file of the commit, or the root; the archive has it at its full path. */
  readonly path: TreePath;
  /** Existing folders and files of the commit that the archive lacks. */
  readonly excluded: readonly TreePath[];
  readonly format: ArchiveFormat;
  /** Top directory of the archive. */
  readonly folder: string;
}

const BZIP2 = 'bzip2';

/**
 * Streams the files of a commit as an archive, with back-pressure; equal requests return equal bytes. git ends when the stream is destroyed, or
 * when the reader takes no bytes for `idleMs`.
 */
export function archive(
  repository: RepositoryPath,
  { commit, path: only, excluded, format, folder }: ArchiveRequest,
  idleMs: number,
): Readable {
  const asked = call(COMMANDS.archive, {
    repository,
    // git supports the other formats itself.
    config: { 'tar.tar.bz2.command': `${BZIP2} -c` },
    flags: { '--format': format, '--prefix': `${folder}/` },
    // A `--` would be a path for it.
    operands: [
      commit,
      ...(only === ROOT_PATH ? [] : [`:(literal)${only}`]),
      ...excluded.map((path) => `:(exclude,literal)${path}`),
    ],
  });
  return outputStream(asked, idleMs, { pathPatterns: true });
}

/** Returns whether this machine can create archives of the format: git compresses all but one by itself. */
export async function canArchive(format: ArchiveFormat): Promise<boolean> {
  if (format !== 'tar.bz2') return true;
  const folders = (gitEnvironment()['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const found = folders.map((folder) => access(path.join(folder, BZIP2), constants.X_OK));
  return Promise.any(found).then(
    () => true,
    () => false,
  );
}
