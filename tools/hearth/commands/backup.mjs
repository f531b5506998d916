import { closeSync, existsSync, mkdtempSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeParts, MANIFEST, objectsElsewhere, tarIsMissing } from '../archive.mjs';
import { dataFolder, objectsPlace } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { writeJson } from '../json-files.mjs';
import { tryLock } from '../lock.mjs';
import { createProgress } from '../progress.mjs';
import { lastLines, NOT_STARTED, runProgram } from '../run-program.mjs';
import { orphansOf, readState } from '../supervisor/state.mjs';

/** Writes the data of a stopped Hearth into one compressed archive, readable by its owner only (it holds the secrets). */
export async function run({ data: folder }, [name]) {
  const data = dataFolder(folder);
  const file = path.resolve(name);
  if (!existsSync(data.postgres))
    throw new Failure(`There is no Hearth data with a database in ${data.folder}: name its folder with --data.`);
  if (existsSync(file)) throw new Failure(`${file} exists already: choose another name, or remove it.`);
  if (!existsSync(path.dirname(file)))
    throw new Failure(`There is no folder ${path.dirname(file)} to write the backup into: make it, or choose another.`);
  const lock = await tryLock(data.lock, 'backup');
  try {
    if (lock.holder || orphansOf(readState(data)).length > 0) {
      throw new Failure(`Hearth runs on ${data.folder}: stop it with ./hearth down and run this again.`);
    }
    const manifest = await createProgress({ showAfterMs: 0 }).step(`Writing ${file}`, () => writeArchive(data, file));
    const elsewhere = objectsElsewhere(manifest);
    const extent = elsewhere ? 'what is in' : 'all of';
    process.stdout.write(`${file} holds ${extent} ${data.folder} (${megabytes(file)} MB).\n`);
    if (elsewhere) process.stdout.write(`${elsewhere}\n`);
  } finally {
    lock.release?.();
  }
}

/** @returns the manifest of the archive */
async function writeArchive(data, file) {
  const draft = `${file}.incomplete`;
  const manifestFolder = mkdtempSync(path.join(os.tmpdir(), 'hearth-backup-'));
  try {
    const manifest = describeParts(data.folder, new Date(), objectsPlace(data));
    writeJson(path.join(manifestFolder, MANIFEST), manifest);
    const output = openSync(draft, 'w', 0o600);
    const parts = ['-C', data.folder, ...Object.keys(manifest.parts)];
    const result = await runProgram('tar', ['-czf', '-', '-C', manifestFolder, MANIFEST, ...parts], {
      stdio: ['ignore', output, 'pipe'],
    }).finally(() => closeSync(output));
    if (result.status === NOT_STARTED) throw tarIsMissing();
    if (result.status !== 0)
      throw new Failure('The backup failed: see above, mend it and run this again.', {
        details: lastLines(result.output),
      });
    renameSync(draft, file);
    return manifest;
  } finally {
    rmSync(draft, { force: true });
    rmSync(manifestFolder, { recursive: true, force: true });
  }
}

function megabytes(file) {
  return (statSync(file).size / 1e6).toFixed(1);
}
