import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FolderObjects } from './folder-objects.js';
import { describeObjectStore } from './testing/object-store-contract.js';

/** Puts an object whose content never ends, and reports when some of it is on the disk. */
const PUT = `
  const { FolderObjects } = await import(process.argv[1]);
  const { Readable } = await import('node:stream');
  async function* content() {
    yield Buffer.alloc(1_000_000);
    console.log('written');
    await new Promise((done) => setTimeout(done, 60_000));
  }
  await new FolderObjects(process.argv[2]).put(process.argv[3], Readable.from(content()), 2_000_000);`;

describe('FolderObjects', () => {
  let folder: string;
  let objects: FolderObjects;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hearth-objects-'));
    objects = new FolderObjects(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const held = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const interrupt = async (name: string) => {
    const program = new URL('folder-objects.js', import.meta.url).href;
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', PUT, program, folder, name]);
    await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
  };

  describeObjectStore(() => ({ objects, held, interrupt }));
});
