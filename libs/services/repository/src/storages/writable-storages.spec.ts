import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { FreeSpace } from './free-space.js';
import { StorageSpace } from './storage-space.js';
import { Storages } from './storages.js';
import { WritableStorages } from './writable-storages.js';

describe('the storages of a process', () => {
  let folder: TemporaryFolder;
  let check: WritableStorages;
  const at = (...parts: string[]) => path.join(folder.path, ...parts);

  beforeEach(async () => {
    folder = await makeTemporaryFolder('storages');
    await Promise.all(['one', 'two'].map((name) => mkdir(at(name))));
    const own = new Map(['one', 'two'].map((name) => [name, at(name)]));
    check = new WritableStorages(
      new Storages({ own, names: ['one', 'two', 'elsewhere'], open: ['one', 'two', 'elsewhere'] }),
    );
  });
  afterEach(() => folder.remove());

  it('are well while they can be written to, and nothing is left there', async () => {
    expect(await check.problem()).toBeUndefined();
    expect(await readdir(at('two', '@run'))).toEqual([]);
  });

  it('are not while one of them cannot, which is named without its folder', async () => {
    // root can write to read-only folders, so the test puts a file in the way.
    await writeFile(at('two', '@run'), 'in the way');
    expect(await check.problem()).toBe('The storage two cannot be written to (EEXIST).');
    await rm(at('two', '@run'));
    expect(await check.problem()).toBeUndefined();
  });

  it('warn of a disk that is nearly full, and of one too full for pushes', async () => {
    const GiB = 1024 ** 3;
    const own = new Map([['one', at('one')]]);
    const freeSpace = new FreeSpace();
    const warning = new StorageSpace(new Storages({ own, names: ['one'], open: ['one'] }), freeSpace);
    const warningWith = (free: number) => {
      freeSpace.spaceOf = () => Promise.resolve({ free, total: 100 * GiB });
      return warning.problem();
    };
    expect(await warningWith(5 * GiB)).toBeUndefined();
    const numbers = (free: string) => `${free} GiB are free, and pushes need 2.0 GiB.`;
    expect(await warningWith(3 * GiB)).toBe(`The disk of the storage one is nearly full: ${numbers('3.0')}`);
    expect(await warningWith(GiB / 2)).toBe(`The disk of the storage one is too full for pushes: ${numbers('0.5')}`);
  });
});
