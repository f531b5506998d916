import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ObjectTooLarge, type ObjectStore } from '../object-store.js';

/** Larger than S3's smallest part, and no multiple of it. */
const LARGE = 13_000_001;

/** A store under test. */
export interface StoreUnderTest {
  readonly objects: ObjectStore;
  /** Names of everything in the store: objects, and the parts of those that were never completed. */
  held(): Promise<string[]>;
  /** Leaves the same state as a process that is killed while it puts an object. */
  interrupt(name: string): Promise<void>;
}

/** Declares the specs that every store of objects has to pass. */
export function describeObjectStore(store: () => StoreUnderTest): void {
  const pieces = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));
  const read = async (...of: Parameters<ObjectStore['get']>) => {
    const stored = await store().objects.get(...of);
    return stored && [(await buffer(stored.content)).toString(), stored.size];
  };
  const large = async function* () {
    for (let n = 0; n < LARGE; n += 100_000) yield Buffer.alloc(Math.min(100_000, LARGE - n), n / 100_000);
  };

  it('stores, reads, replaces and deletes', async () => {
    const { objects, held } = store();
    expect(await read('a/1')).toBeUndefined();
    expect(await objects.put('a/1', pieces('abc', 'de'), 5)).toBe(5);
    expect(await read('a/1')).toEqual(['abcde', 5]);
    expect(await objects.put('a/1', pieces('other'), 5)).toBe(5);
    expect(await read('a/1')).toEqual(['other', 5]);
    expect(await objects.put('a/2', pieces(), 5)).toBe(0);
    expect(await read('a/2')).toEqual(['', 0]);
    expect(await read('a/2', { start: 0, end: 1 })).toEqual(['', 0]);
    for (const name of ['a/1', 'a/2', 'a/1']) await objects.delete(name);
    expect(await read('a/1')).toBeUndefined();
    expect(await held()).toEqual([]);
  });

  it.each([
    [0, 1, 'a'],
    [1, 4, 'bcd'],
    [3, 100, 'de'],
    [5, 100, ''],
    [7, 9, ''],
    [2, 2, ''],
  ])('reads the bytes from %i to before %i', async (start, end, expected) => {
    await store().objects.put('a/1', pieces('abc', 'de'), 5);
    expect(await read('a/1', { start, end })).toEqual([expected, 5]);
    expect(await read('a/2', { start, end })).toBeUndefined();
  });

  it('lists what is below a name', async () => {
    const { objects } = store();
    const listed = async (parent: string) => {
      const found = [];
      for await (const { name, size } of objects.list(parent)) found.push(`${name} ${size}`);
      return found.sort();
    };
    expect(await listed('a')).toEqual([]);
    for (const name of ['a/1', 'a/b/2', 'ab/3']) await objects.put(name, pieces('abc'), 3);
    expect(await listed('a')).toEqual(['a/1 3', 'a/b/2 3']);
  });

  it('stores contents of many parts', async () => {
    const { objects } = store();
    expect(await objects.put('a/1', Readable.from(large()), LARGE)).toBe(LARGE);
    const { content, size } = (await objects.get('a/1'))!;
    expect(size).toBe(LARGE);
    const whole = await buffer(Readable.from(large()));
    expect((await buffer(content)).equals(whole)).toBe(true);
    const range = { start: 5_242_870, end: 5_242_890 };
    const part = await buffer((await objects.get('a/1', range))!.content);
    expect(part).toEqual(whole.subarray(range.start, range.end));
  });

  it('keeps nothing of a content that is too large', async () => {
    const { objects, held } = store();
    await expect(objects.put('a/1', pieces('abc', 'de'), 4)).rejects.toThrow(ObjectTooLarge);
    const content = Readable.from(large());
    await expect(objects.put('a/2', content, LARGE - 1)).rejects.toThrow(ObjectTooLarge);
    expect(content.destroyed).toBe(true);
    expect(await held()).toEqual([]);
  });

  it.each([1, 12_000_000])('keeps nothing of a content that fails after %i bytes', async (bytes) => {
    const failing = async function* () {
      let size = 0;
      for await (const chunk of large()) {
        yield chunk;
        if ((size += chunk.length) > bytes) throw new Error('broken');
      }
    };
    const { objects, held } = store();
    await expect(objects.put('a/1', Readable.from(failing()), LARGE)).rejects.toThrow('broken');
    expect(await held()).toEqual([]);
    expect(await read('a/1')).toBeUndefined();
  });

  it('deletes what an interrupted upload has left', async () => {
    const { objects, held, interrupt } = store();
    await interrupt('a/1');
    await interrupt('a/10');
    expect(await read('a/1')).toBeUndefined();
    expect(await held()).toHaveLength(2);
    await objects.delete('a/1');
    expect(await held()).toHaveLength(1);
    await objects.delete('a/10');
    expect(await held()).toEqual([]);
  });

  it.each(['', '../a', 'a/../b', '/a', 'a//b', '.incoming/a', 'A'])('refuses the name %j', async (name) => {
    const { objects } = store();
    await expect(objects.get(name)).rejects.toThrow('impossible name');
    await expect(objects.put(name, pieces('a'), 5)).rejects.toThrow('impossible name');
    await expect(objects.delete(name)).rejects.toThrow('impossible name');
  });
}
