import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { gitEnvironment } from './environment.js';

/** Absolute path of git, looked up once. Otherwise each start tries the folders of PATH in turn. */
export const GIT_PROGRAM = findProgram('git', gitEnvironment()['PATH']!.split(path.delimiter));

/** Returns the first executable of that name in the folders; by default the bare name, whose start then fails. */
export function findProgram(name: string, folders: readonly string[]): string {
  const candidates = folders.filter((folder) => path.isAbsolute(folder)).map((folder) => path.join(folder, name));
  return candidates.find(isRunnable) ?? name;
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
