import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { programDigest } from './migration-mark.mjs';

describe('the digest of a migration program', () => {
  const folder = temporaryFolder('hearth-digest-');
  const dist = path.join(folder, 'libs/services/one/dist');
  const program = path.join(folder, 'migrate.mjs');
  const passwords = path.join(folder, 'passwords');
  const settings = { HEARTH_STORAGE_NAMES: 'a', DATABASE_PASSWORDS_FOLDER: passwords, TERM: 'xterm' };
  const now = (changed = {}) => programDigest(program, { ...settings, ...changed }, folder);
  const write = (file, text) => writeFileSync(path.join(folder, file), text);

  beforeAll(() => {
    for (const each of [dist, passwords]) mkdirSync(each, { recursive: true });
    for (const file of ['migrate.mjs', 'package-lock.json', 'passwords/one']) write(file, 'first');
    write('libs/services/one/dist/schema.js', 'first');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('differs with the code, the packages, the passwords and the settings', () => {
    const seen = new Set([now(), now({ HEARTH_STORAGE_NAMES: 'a,b' })]);
    for (const file of ['migrate.mjs', 'package-lock.json', 'passwords/one', 'libs/services/one/dist/schema.js']) {
      write(file, 'second');
      seen.add(now());
    }
    write('libs/services/one/dist/migration.js', 'new');
    expect(seen.add(now()).size).toBe(7);
  });

  it('is the same in another terminal and after tests were compiled', () => {
    const before = now();
    write('libs/services/one/dist/schema.spec.js', 'test');
    expect(now({ TERM: 'dumb' })).toBe(before);
  });
});
