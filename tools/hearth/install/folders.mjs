import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withLock } from '../lock.mjs';
import { toolsFolder } from '../paths.mjs';
import { installLock, requireWritable } from './install-lock.mjs';

/** The folder in .tools of something that is made from `sources`: other sources have another folder. */
export function folderOf(name, ...sources) {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(source);
  return path.join(toolsFolder, `${name}-${hash.digest('hex').slice(0, 12)}`);
}

/** Makes a folder that is complete or missing: `make` fills a draft, which gets the folder's name at the end. */
export async function makeFolder(folder, make) {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  try {
    await make(draft);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Makes a folder in .tools once, whatever number of processes want it.
 * @param {string} folder @param {{ what: string, doing: string }} words "moto", "fetching moto" @param {() => Promise<void>} make
 */
export async function installOnce(folder, { what, doing }, make) {
  if (existsSync(folder)) return folder;
  requireWritable(what);
  await withLock(installLock, doing, async () => {
    if (!existsSync(folder)) await make();
  });
  return folder;
}
