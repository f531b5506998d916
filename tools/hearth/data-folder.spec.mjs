import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createDataFolder, dataFolder, exposedFolders } from './data-folder.mjs';
import { temporaryFolder } from './suites/temporary-folder.mjs';

describe('the data folder', () => {
  let place;
  let data;
  beforeEach(() => {
    place = temporaryFolder('hearth-folder-');
    data = dataFolder(path.join(place, 'new', 'data'));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));
  const modeOf = (folder) => (statSync(folder).mode & 0o777).toString(8);

  it('is for its owner only, whatever the umask, below folders that others may pass through', () => {
    const umask = process.umask(0);
    try {
      createDataFolder(data);
    } finally {
      process.umask(umask);
    }
    const folders = [data.folder, data.storages, data.logs, data.run, data.secrets];
    expect(folders.map(modeOf)).toEqual(folders.map(() => '700'));
    expect(modeOf(path.dirname(data.folder))).toBe('755');
    expect(exposedFolders(data)).toEqual([]);
  });

  it('says what is open', () => {
    expect(exposedFolders(data)).toEqual([]);
    createDataFolder(data);
    mkdirSync(data.kafka);
    chmodSync(data.kafka, 0o755);
    expect(exposedFolders(data)).toEqual([data.kafka]);
    createDataFolder(data);
    expect(exposedFolders(data)).toEqual([]);
  });

  it('lets the user of PostgreSQL pass through, and no other user', () => {
    // Only root can test access as another user; for other users PostgreSQL runs as themselves.
    if (process.getuid() !== 0) return;
    createDataFolder(data, { name: 'somebody', uid: 65_531, gid: 65_532 });
    mkdirSync(data.postgres);
    chmodSync(data.postgres, 0o755);
    const enters = (folder, uid, gid) =>
      spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { uid, gid, cwd: '/' }).status === 0;
    expect(enters(data.postgres, 65_531, 65_532)).toBe(true);
    expect([data.logs, data.secrets, data.storages].map((folder) => enters(folder, 65_531, 65_532))).toEqual([
      false,
      false,
      false,
    ]);
    expect(enters(data.postgres, 65_533, 65_533)).toBe(false);
    expect(exposedFolders(data)).toEqual([]);
  });

  it('is not made of a folder that holds other things', () => {
    mkdirSync(data.folder, { recursive: true });
    writeFileSync(path.join(data.folder, 'letter.txt'), '');
    const mode = modeOf(data.folder);
    expect(() => createDataFolder(data)).toThrow(`${data.folder} holds other things (letter.txt)`);
    expect(modeOf(data.folder)).toBe(mode);
  });
});
