import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { root, toolsFolder } from '../paths.mjs';

/** Lock of a process that installs or builds in this checkout. */
export const installLock = path.join(toolsFolder, 'install.lock');

/** Whether this user may install and build here. */
export function isWritable() {
  try {
    for (const folder of [root, toolsFolder]) if (existsSync(folder)) accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws the sentence for a user who may not write the checkout. `what` is missing or stale: "Node", "the build". */
export function requireWritable(what) {
  if (isWritable()) return;
  throw new Failure(
    `${what} must be installed or brought up to date in ${root}, which this user may not write: ` +
      `let the folder's owner run ./hearth once.`,
  );
}
