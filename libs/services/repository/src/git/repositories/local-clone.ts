import { copyFile, open, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import { runGit } from '../process/run.js';
import { LOCAL_UPLOAD_PACK, onlyLocal } from '../transport/fetch-local.js';
import { REPOSITORY_CONFIG } from './repository-config.js';
import { keepSharedPacks } from './shared-packs.js';

const MAX_MS = 10 * 60_000;
/** Temporary files of running pushes in the source are linked too; the clone does not need them. */
const UNFINISHED = /^tmp_/;

/**
 * Creates a bare clone of another repository on the same file system: its branches, its tags and its HEAD, and hard links to its files of
 * objects, so that it costs the same whatever their size. The caller prevents repacks of the source and moves of its refs in the meantime.
 * @param folder must not exist yet
 * @throws GitError, GitTimeout
 */
export async function cloneLocally(source: RepositoryPath, folder: string): Promise<void> {
  await keepSharedPacks(source);
  const flags = {
    ...{ '--bare': true, '--local': true, '--quiet': true },
    ...{ '--template': '', '--upload-pack': LOCAL_UPLOAD_PACK },
  };
  await runGit(call(COMMANDS.clone, { flags, operands: [source, folder] }), {
    configuration: onlyLocal,
    timeoutMs: MAX_MS,
  });
  await removeUnfinished(path.join(folder, 'objects'));
  await removeUnfinished(path.join(folder, 'objects/pack'));
  await writeFile(path.join(folder, 'config'), REPOSITORY_CONFIG, { flush: true });
  await copyFile(path.join(source, 'HEAD'), path.join(folder, 'HEAD'));
  for (const each of ['objects/pack', 'objects', '.']) await syncFolder(path.join(folder, each));
}

async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => UNFINISHED.test(name));
  for (const name of names) await rm(path.join(folder, name), { recursive: true, force: true });
}

/** Makes the files added to the folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
