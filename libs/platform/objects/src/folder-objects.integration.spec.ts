import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FolderObjects } from './folder-objects.js';
import { ObjectTooLarge } from './object-store.js';

describe('FolderObjects', () => {
  let folder: string;
  let objects: FolderObjects;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hearth-objects-'));
    objects = new FolderObjects(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const files = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const pieces = () => Readable.from([Buffer.from('abc'), Buffer.from('de')]);

  it('stores, reads and deletes', async () => {
    expect(await objects.get('a/1')).toBeUndefined();
    expect(await objects.put('a/1', pieces(), 5)).toBe(5);
    const stored = await objects.get('a/1');
    expect(stored!.size).toBe(5);
    expect((await buffer(stored!.content)).toString()).toBe('abcde');
    await objects.delete('a/1');
    await objects.delete('a/1');
    expect(await objects.get('a/1')).toBeUndefined();
    expect(await files()).toEqual([]);
  });

  it.each([
    [0, 1, 'a'],
    [1, 4, 'bcd'],
    [3, 100, 'de'],
    [5, 100, ''],
    [7, 9, ''],
    [2, 2, ''],
  ])('reads the bytes from %i to before %i', async (start, end, expected) => {
    await objects.put('a/1', pieces(), 5);
    const stored = await objects.get('a/1', { start, end });
    expect(stored!.size).toBe(5);
    expect((await buffer(stored!.content)).toString()).toBe(expected);
    expect(await objects.get('a/2', { start, end })).toBeUndefined();
  });

  it('keeps nothing of a content that is too large or fails', async () => {
    await expect(objects.put('a/1', pieces(), 4)).rejects.toThrow(ObjectTooLarge);
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('abc');
        throw new Error('broken');
      })(),
    );
    await expect(objects.put('a/2', failing, 100)).rejects.toThrow('broken');
    expect(await files()).toEqual([]);
  });

  it.each(['', '../a', 'a/../b', '/a', 'a//b', '.incoming/a', 'A'])('refuses the name %j', async (name) => {
    await expect(objects.get(name)).rejects.toThrow('impossible name');
    await expect(objects.put(name, pieces(), 5)).rejects.toThrow('impossible name');
  });
});
