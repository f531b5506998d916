import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange, ObjectStore } from '@hearth/objects';
import fc from 'fast-check';
import { zipOf, type ZippedFile } from '../testing/zip.js';
import { Archive } from './archive.js';

/** Object store with one object in memory; counts its reads. */
class OneObject implements Pick<ObjectStore, 'get'> {
  readonly reads: ByteRange[] = [];
  failsAt = Infinity;

  constructor(readonly content: Buffer) {}

  get(_: string, range: ByteRange = { start: 0, end: this.content.length }) {
    if (this.reads.push(range) > this.failsAt) return Promise.reject(new Error('out of reach'));
    const content = Readable.from([this.content.subarray(range.start, range.end)]);
    return Promise.resolve({ content, size: this.content.length });
  }
}

describe('Archive', () => {
  const of = (content: Buffer) => {
    const objects = new OneObject(content);
    return { objects, archive: new Archive(objects, 'artifacts/1', content.length) };
  };
  const read = async (content: Buffer, path: string) => {
    const file = await of(content).archive.open(path);
    return file && buffer(file.content);
  };
  const text = Buffer.from('text '.repeat(1000));

  it.each<[string, Partial<ZippedFile>]>([
    ['deflated', {}],
    ['stored', { method: 0 }],
  ])('reads %s files by their paths', async (_, traits) => {
    const empty = { name: 'empty', content: Buffer.alloc(0) };
    const zip = zipOf({ name: 'a/ä b.txt', content: text, ...traits }, { ...empty, ...traits });
    const { content, size } = (await of(zip).archive.open('a/ä b.txt'))!;
    expect([size, await buffer(content)]).toEqual([text.length, text]);
    expect(await read(zip, 'empty')).toEqual(Buffer.alloc(0));
    for (const path of ['a', 'a/', '/a/ä b.txt', 'A/Ä B.TXT', 'b', '']) expect(await read(zip, path)).toBeUndefined();
  });

  it('reads an archive of a few files in two pieces, and of a large one only what it needs', async () => {
    const small = of(zipOf({ name: 'a', content: text }));
    await small.archive.open('a');
    expect(small.objects.reads).toHaveLength(2);
    const large = of(zipOf({ name: 'a', content: randomBytes(3_000_000) }, { name: 'b', content: text }));
    await buffer((await large.archive.open('b'))!.content);
    const bytes = large.objects.reads.map(({ start, end }) => end - start);
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(600_000);
  });

  it('finds one of thousands of files, past names that lead elsewhere or are no text', async () => {
    const files = Array.from({ length: 20_000 }, (_, place) => ({ name: `folder/${place}`, content: text, method: 0 }));
    const hostile = ['../../etc/passwd', '/root', 'C:\\x', Buffer.from([0xff, 0xfe])];
    const zip = zipOf(
      ...hostile.map((name) => ({ name, content: text })),
      ...files.map((file) => ({ ...file, content: Buffer.from(file.name) })),
    );
    expect(String(await read(zip, 'folder/19999'))).toBe('folder/19999');
    expect(await read(zip, '../../etc/passwd')).toEqual(text);
  });

  it.each<[string, Buffer]>([
    ['is empty', Buffer.alloc(0)],
    ['is no zip file', randomBytes(5000)],
    ['is cut', zipOf({ name: 'a', content: text }).subarray(0, -30)],
    ['has lost its begin', zipOf({ name: 'a', content: text }).subarray(10)],
    ['is encrypted', zipOf({ name: 'a', content: text, flags: 0x801 })],
    ['is packed otherwise', zipOf({ name: 'a', content: text, method: 12 })],
    ['unpacks to more than is allowed', zipOf({ name: 'a', content: text, size: 1024 ** 3 + 1 })],
    ['has a stored file of another size', zipOf({ name: 'a', content: text, method: 0, size: 1 })],
  ])('has nothing where it %s', async (_, content) => expect(await read(content, 'a')).toBeUndefined());

  it.each([
    [1, text],
    [100_001, undefined],
  ])('looks through %s files, as the archive says: %#', async (count, expected) => {
    const zip = zipOf({ name: 'a', content: text });
    const [files, end] = [zip.subarray(0, -22), zip.subarray(-22)];
    const record = Buffer.concat([Buffer.from('PK\x06\x06'), Buffer.alloc(52)]);
    record.writeBigUInt64LE(BigInt(count), 32);
    record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
    const locator = Buffer.concat([Buffer.from('PK\x06\x07'), Buffer.alloc(16)]);
    locator.writeBigUInt64LE(BigInt(files.length), 8);
    expect(await read(Buffer.concat([files, record, locator, end]), 'a')).toEqual(expected);
  });

  it.each([text.length - 1, text.length + 1])(
    'fails where a file has not the %s bytes that it should',
    async (size) => {
      await expect(read(zipOf({ name: 'a', content: text, size }), 'a')).rejects.toThrow('another size');
    },
  );

  it('lists folders, which need no entries of their own', async () => {
    const names = ['b.txt', 'a/x/1.txt', 'a/x/2.txt', 'a/y', 'empty/', '../up', 'a/../up', '/root', 'ab'];
    const { archive } = of(zipOf(...names.map((name) => ({ name, content: Buffer.from(name) }))));
    const none = { isFile: false, folders: [], files: [], isCut: false };
    const files = [
      { name: 'ab', size: 2 },
      { name: 'b.txt', size: 5 },
    ];
    expect(await archive.list('')).toEqual({ ...none, folders: ['a', 'empty'], files });
    expect(await archive.list('a')).toEqual({ ...none, folders: ['x'], files: [{ name: 'y', size: 3 }] });
    expect(await archive.list('empty')).toEqual(none);
    expect(await archive.list('a/y')).toEqual({ ...none, isFile: true });
    expect([await archive.list('a/z'), await archive.list('x')]).toEqual([undefined, undefined]);
    expect(await of(text).archive.list('')).toBeUndefined();
  });

  it('lists at most a thousand files', async () => {
    const files = Array.from({ length: 1_001 }, (_, n) => ({ name: `${n}`, content: Buffer.alloc(0) }));
    const folder = await of(zipOf(...files)).archive.list('');
    expect([folder!.files.length, folder!.isCut]).toEqual([1_000, true]);
  });

  it.each([0, 1])('fails with the storage, after %s reads', async (failsAt) => {
    const { objects, archive } = of(zipOf({ name: 'a', content: text }));
    objects.failsAt = failsAt;
    await expect(archive.open('a')).rejects.toThrow('out of reach');
  });

  it('lets go of the object once who reads has gone', async () => {
    const { objects, archive } = of(zipOf({ name: 'a', content: randomBytes(1_000_000) }));
    const opened: Readable[] = [];
    const get = objects.get.bind(objects);
    objects.get = async (name, range) => {
      const stored = await get(name, range);
      opened.push(stored.content);
      return stored;
    };
    const { content } = (await archive.open('a'))!;
    content.destroy();
    await new Promise((done) => setImmediate(done));
    expect(opened.map(({ destroyed }) => destroyed)).not.toContain(false);
  });

  it('lists and opens, or does not, what has other bytes than it should', async () => {
    const zip = zipOf({ name: 'a/b', content: text }, { name: 'c', content: Buffer.from('c'), method: 0 });
    const change = fc.record({ at: fc.nat(zip.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(zip.length), async (changes, end) => {
        const changed = Buffer.from(zip);
        for (const { at, byte } of changes) changed[at] = byte;
        for (const content of [changed, zip.subarray(0, end)]) {
          const { archive } = of(content);
          const folder = await archive.list('a');
          expect(folder === undefined || folder.files.every(({ name }) => typeof name === 'string')).toBe(true);
          await archive.open('a/b').then((file) => file && buffer(file.content).catch(() => undefined));
        }
      }),
    );
  });
});
