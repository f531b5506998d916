import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { requireProgram } from '../run-program.mjs';
import { contentsOf } from '../support-bundle/contents.mjs';
import { secretsCutter } from '../support-bundle/secrets.mjs';

const NAME = 'hearth-support';

/** Writes an archive with what a report about a system needs, without its secrets, for its owner only. */
export async function run({ data: folder }, [file = defaultName(new Date())]) {
  const target = path.resolve(file);
  if (existsSync(target)) throw new Failure(`${target} exists already: name another file.`, { exitCode: 2 });
  const data = dataFolder(folder);
  const { files, environments } = await contentsOf(data);
  const cut = secretsCutter(data, environments);
  const draft = mkdtempSync(path.join(os.tmpdir(), 'hearth-support-'));
  try {
    for (const [name, text] of Object.entries(files)) write(path.join(draft, NAME, name), cut(text));
    const args = ['--create', '--gzip', '--file', target, '--directory', draft, NAME];
    await requireProgram('tar', args, `${target} could not be written: see above.`);
    chmodSync(target, 0o600);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  process.stdout.write(
    `${target}\nPasswords, keys and tokens are cut out. Its logs name users, projects and addresses: look into it before you pass it on.\n`,
  );
}

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function defaultName(now) {
  return `${NAME}-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.tar.gz`;
}
