import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { programDigest } from './migration-mark.mjs';

const FILES = ['bundle/migrate.js', 'bundle/chunk-1.js', 'package-lock.json', 'passwords/one'];

describe('the digest of a migration program', () => {
  const folder = temporaryFolder('hearth-digest-');
  const bundle = path.join(folder, 'bundle');
  const program = path.join(bundle, 'migrate.js');
  const passwords = path.join(folder, 'passwords');
  const settings = { HEARTH_STORAGE_NAMES: 'a', DATABASE_PASSWORDS_FOLDER: passwords, TERM: 'xterm' };
  const now = (changed = {}) => programDigest(program, { ...settings, ...changed }, folder);
  const write = (file, text) => writeFileSync(path.join(folder, file), text);

  beforeAll(() => {
    for (const each of [bundle, passwords]) mkdirSync(each, { recursive: true });
    for (const file of FILES) write(file, 'first');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('differs with the code, the packages, the passwords and the settings', () => {
    const seen = new Set([now(), now({ HEARTH_STORAGE_NAMES: 'a,b' })]);
    for (const file of FILES) {
      write(file, 'second');
      seen.add(now());
    }
    write('bundle/chunk-2.js', 'new');
    expect(seen.add(now()).size).toBe(7);
  });

  it('is the same in another terminal and beside new source maps', () => {
    const before = now();
    write('bundle/migrate.js.map', 'map');
    expect(now({ TERM: 'dumb' })).toBe(before);
  });
});
