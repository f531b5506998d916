import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { HealthWarning, inGibibytes, isNearlyFull, spaceOf, type Space } from '@hearth/service';
import { ArtifactStorage } from './artifact-storage.js';

/** Beside what is being written: no name of an object leads there. */
const PROBE = '.incoming';
/** More than an empty file, for which there may be room on a full disk. */
const PROBE_BYTES = 64 * 1024;
const NAME = 'artifacts and traces of jobs';

/**
 * Whether the folder of artifacts and traces takes files, and for how long: without it, jobs run and traces stay in PostgreSQL, but artifacts
 * are lost. A bucket has no disk that could be asked.
 */
@Injectable()
export class ObjectsFolderState extends HealthWarning {
  readonly subject = `The folder of ${NAME}`;

  constructor(private readonly storage: ArtifactStorage) {
    super();
  }

  async problem(): Promise<string | undefined> {
    const { folder } = this.storage;
    if (folder === null) return undefined;
    const code = await probe(folder);
    if (code !== undefined) return `The folder of ${NAME} cannot be written to (${code}).`;
    const space = await this.spaceOf(folder);
    if (!isNearlyFull(space)) return undefined;
    return `The disk of ${NAME} is nearly full: ${inGibibytes(space.free)} are free.`;
  }

  /** Asks the file system; specs answer in its place. */
  spaceOf(folder: string): Promise<Space> {
    return spaceOf(folder);
  }
}

/** Writes a file and removes it. @returns the code of what has failed; undefined when nothing has */
async function probe(folder: string): Promise<string | undefined> {
  const file = path.join(folder, PROBE, `writable-${process.pid}`);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      await writeFile(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
    } finally {
      await rm(file, { force: true });
    }
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
