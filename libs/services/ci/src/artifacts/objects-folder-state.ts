import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { HealthWarning, inGibibytes, isNearlyFull, spaceOf, type Space } from '@hearth/service';
import { ArtifactStorage } from './artifact-storage.js';

/** Name of the probe, next to incoming objects: no object has this name. */
const PROBE = '.incoming';
/** Larger than an empty file, which may fit on a full disk. */
const PROBE_BYTES = 64 * 1024;
const NAME = 'artifacts and traces of jobs';

/**
 * Health check: whether the folder of artifacts and traces accepts files, and has space left. Without it, jobs run and traces stay in PostgreSQL,
 * but artifacts are lost. A bucket has no disk to check.
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

  /** Reads the free space from the file system; specs replace this method. */
  spaceOf(folder: string): Promise<Space> {
    return spaceOf(folder);
  }
}

/** Writes a file and removes it. @returns the error code of a failure; undefined after success */
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
