import { existsSync, lchownSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkArchive, objectsElsewhere } from '../archive.mjs';
import { dataFolder, makePassable, makePrivate } from '../data-folder.mjs';
import { requirePlace } from '../disk.mjs';
import { Failure } from '../failure.mjs';
import { createProgress } from '../progress.mjs';
import { requireProgram } from '../run-program.mjs';
import { checkPostgresPlace } from '../supervisor/postgres.mjs';
import { databaseUser } from '../supervisor/database-user.mjs';

/** Puts a backup into a data folder that is absent or empty, after checking the whole archive. */
export async function run({ data: folder }, [name]) {
  const data = dataFolder(folder);
  const file = path.resolve(name);
  const progress = createProgress({ showAfterMs: 0 });
  if (existsSync(data.folder) && readdirSync(data.folder).length > 0) {
    throw new Failure(`${data.folder} is not empty: move it away, or choose an empty folder with --data.`);
  }
  requirePlace(data.folder);
  const manifest = await progress.step(`Checking ${file}`, () => checkArchive(file));
  checkPostgresPlace(data);
  await progress.step(`Restoring into ${data.folder}`, () => extract(file, data, Object.keys(manifest.parts)));
  process.stdout.write(`${data.folder} is as it was on ${manifest.created}: start it with ./hearth up.\n`);
  const elsewhere = objectsElsewhere(manifest);
  if (elsewhere) process.stdout.write(`${elsewhere}\n`);
}

/** Unpacks beside the final places and moves the parts there at the end, so that half of a backup is never started. */
async function extract(file, data, parts) {
  const draft = path.join(data.folder, 'restoring');
  // Asked before there is a cluster of root's making.
  const user = databaseUser(data.postgres);
  makePassable(path.dirname(data.folder));
  makePrivate(data.folder, user);
  try {
    mkdirSync(draft, { mode: 0o700 });
    const sentence = 'The backup could not be unpacked: see above, mend it and run this again.';
    await requireProgram('tar', ['-xzpf', file, '--no-same-owner', '-C', draft, ...parts], sentence);
    if (user) giveTo(user, path.join(draft, 'postgres'));
    for (const part of parts) renameSync(path.join(draft, part), path.join(data.folder, part));
    rmdirSync(draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function giveTo({ uid, gid }, folder) {
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true })) lchownSync(path.join(folder, entry), uid, gid);
}
