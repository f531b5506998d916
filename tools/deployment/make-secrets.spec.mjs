import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readCompose } from './compose.mjs';

const PROGRAM = path.join(import.meta.dirname, 'make-secrets.mjs');

describe('make-secrets.mjs', () => {
  let folder;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-secrets-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const make = () => expect(spawnSync(process.execPath, [PROGRAM, folder]).status).toBe(0);
  const files = () =>
    globSync('secrets/**', { cwd: folder }).filter((file) => statSync(path.join(folder, file)).isFile());
  const contents = () => files().map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]);

  it('makes every file that docker-compose.yml names, for its owner only', () => {
    make();
    const named = Object.values(readCompose().secrets).map(({ file }) => path.join(folder, file));
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
    const open = files().filter((file) => (statSync(path.join(folder, file)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
    const kafka = Object.fromEntries(contents());
    expect(kafka['secrets/kafka-users.jaas']).toContain(`user_hearth="${kafka['secrets/kafka-password']}"`);
  });

  it('changes none that is there', () => {
    make();
    const before = contents();
    make();
    expect(contents()).toEqual(before);
  });
});
