import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dataFolder } from '../data-folder.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { rememberStorages, storagesOf } from '../storage-names.mjs';
import { run } from './storage.mjs';

describe('storage', () => {
  let folder;
  let data;
  let printed;
  let write;

  beforeEach(() => {
    folder = temporaryFolder('hearth-storage-');
    data = dataFolder(folder);
    mkdirSync(data.storages, { recursive: true });
    printed = '';
    write = process.stdout.write;
    process.stdout.write = (text) => (printed += text);
  });
  afterEach(() => {
    process.stdout.write = write;
    rmSync(folder, { recursive: true });
  });

  it('adds one to the data folder, which the next start serves', async () => {
    expect(storagesOf(data)).toEqual(['storage-1', 'storage-2']);
    await run({ data: folder }, ['add', 'archive']);
    expect(printed).toContain(`The storage archive is in ${data.storage('archive')}: ./hearth up serves it`);
    expect(storagesOf(data)).toEqual(['storage-1', 'storage-2', 'archive']);
    expect(existsSync(data.storage('archive'))).toBe(true);
    await expect(run({ data: folder }, ['add', 'archive'])).rejects.toThrow('There is a storage archive already');
  });

  it('has those that up was asked for, also later', async () => {
    expect(storagesOf(data, 3)).toEqual(['storage-1', 'storage-2', 'storage-3']);
    rememberStorages(data, undefined);
    expect(storagesOf(data)).toEqual(['storage-1', 'storage-2']);
    rememberStorages(data, 3);
    await run({ data: folder }, ['add', 'archive']);
    expect(storagesOf(data, 4)).toEqual(['storage-1', 'storage-2', 'storage-3', 'archive', 'storage-4']);
  });

  it('adds none with a name that is no folder or queue', async () => {
    for (const name of ['', '..', 'a/b', 'A', '-x', 'names.json'])
      await expect(run({ data: folder }, ['add', name])).rejects.toThrow('The name of a storage has small letters');
  });

  it('says where the actions are listed', async () => {
    for (const words of [['empty'], ['drain'], ['list', 'one'], ['move', '1'], ['check', 'a', 'b'], ['toString']])
      await expect(run({ data: folder }, words)).rejects.toThrow('see ./hearth storage --help');
    for (const [options, words] of [
      [{ group: 'tools' }, ['move']],
      [{ to: 'archive' }, ['move']],
      [{ group: 'tools', to: 'archive' }, ['move', 'tools/hammer', 'archive']],
      [{ group: 'tools', to: 'archive' }, ['drain']],
    ])
      await expect(run({ data: folder, ...options }, words)).rejects.toThrow('see ./hearth storage --help');
  });

  it('needs a running system, or a database', async () => {
    await expect(run({ data: folder }, ['list'])).rejects.toThrow('Hearth is not running');
    await expect(run({ data: folder, group: 'tools', to: 'archive' }, ['move'])).rejects.toThrow(
      'Hearth is not running',
    );
  });
});
