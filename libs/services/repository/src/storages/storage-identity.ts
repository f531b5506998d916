import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const FILE = '@storage';

/** Returns what was written into the folder of a storage; null when it is not there, as in an empty volume. */
export async function readIdentity(folder: string): Promise<string | null> {
  try {
    return (await readFile(path.join(folder, FILE), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export async function writeIdentity(folder: string, identity: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, FILE);
  await writeFile(`${file}.new`, `${identity}\n`);
  await rename(`${file}.new`, file);
}
