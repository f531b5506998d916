import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  /** Removes the folder and everything in it; may be called again. */
  remove(): Promise<void>;
}

/** Creates an empty folder for the caller; `name` is a prefix that shows its origin if it is left over. */
export async function makeTemporaryFolder(name: string): Promise<TemporaryFolder> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `hearth-${name}-`));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}
