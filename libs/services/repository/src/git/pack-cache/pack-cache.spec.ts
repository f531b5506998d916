import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makeTemporaryFolder, waitFor } from '@hearth/testing';
import type { AnswerReader, AnswerSource } from './pack-answer.js';
import { PackCache } from './pack-cache.js';

const KiB = 1024;
const MiB = 1024 * KiB;

/** Output whose pieces the spec sends. */
class Source implements AnswerSource {
  readonly pieces: (Buffer | null)[] = [];
  readonly #ended = Promise.withResolvers<boolean>();
  readonly ended = this.#ended.promise;
  isStopped = false;
  #wake: () => void = () => undefined;
  readonly output = this.#run();

  send(...pieces: Buffer[]): this {
    this.pieces.push(...pieces);
    this.#wake();
    return this;
  }

  end(succeeded = true): this {
    this.#ended.resolve(succeeded);
    this.pieces.push(null);
    this.#wake();
    return this;
  }

  fail(error: Error): void {
    this.ended.catch(() => undefined);
    this.#ended.reject(error);
    this.pieces.push(null);
    this.#wake();
  }

  stop = (): void => {
    this.isStopped = true;
    this.end(false);
  };

  async *#run(): AsyncGenerator<Buffer> {
    for (;;) {
      while (this.pieces.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
      const piece = this.pieces.shift()!;
      if (piece === null) return;
      yield piece;
    }
  }
}

describe('the pack cache', () => {
  let folder: { path: string; remove(): Promise<void> };
  let cache: PackCache;
  let now = 0;
  let hasRoom = true;
  let isCurrent = true;

  beforeEach(async () => {
    now = 0;
    hasRoom = isCurrent = true;
    folder = await makeTemporaryFolder('packs');
    await writeFile(path.join(folder.path, 'of an earlier process'), 'x');
    cache = (await PackCache.open({
      ...{ folder: folder.path, maxBytes: 4 * MiB, now: () => now, patienceMs: 20 },
      hasRoom: () => Promise.resolve(hasRoom),
    }))!;
  });

  afterEach(async () => {
    await cache.close();
    await folder.remove();
  });

  function read(key: string, start: () => AnswerSource = () => new Source().end()) {
    return cache.read({ key, command: 'fetch', start, isCurrent: () => Promise.resolve(isCurrent) });
  }

  /** Begins an answer with a reader of its own. */
  function begin(key: string) {
    const source = new Source();
    const { reader, isHit } = read(key, () => source)!;
    expect(isHit).toBe(false);
    return { source, reader };
  }

  /** Makes an answer that is kept. */
  async function make(key: string, bytes: Buffer): Promise<void> {
    const { source, reader } = begin(key);
    source.send(...pieces(bytes)).end();
    await all(reader);
  }

  it('starts empty, and leaves nothing behind', async () => {
    expect(await readdir(folder.path)).toEqual([]);
    await make('a', randomBytes(MiB));
    expect(await readdir(folder.path)).toHaveLength(1);
    await cache.close();
    await expect(readdir(folder.path)).rejects.toThrow('ENOENT');
  });

  it('keeps nothing of the git that made an answer', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const makeSmall = async () => {
      const { source, reader } = begin('a');
      source.send(Buffer.from('a')).end();
      await all(reader);
      return new WeakRef(source);
    };
    const source = await makeSmall();
    await waitFor('the end of the source', () => {
      collect();
      return source.deref() === undefined;
    });
    expect(read('a')!.isHit).toBe(true);
  });

  it('is absent without a size', async () => {
    expect(await PackCache.open({ folder: folder.path, maxBytes: 0 })).toBeNull();
  });

  it.each([1, 64 * KiB, 2 * MiB - 1])('gives %i bytes to many while they are made, and later', async (length) => {
    const bytes = randomBytes(length);
    const { source, reader } = begin('a');
    const [first, ...rest] = pieces(bytes);
    source.send(first!);
    const others = Array.from({ length: 50 }, () => read('a')!);
    expect(others.map(({ isHit }) => isHit)).toEqual(new Array(50).fill(true));
    const reading = Promise.all([reader, ...others.map((other) => other.reader)].map(all));
    source.send(...rest).end();
    for (const got of await reading) expect(got.equals(bytes)).toBe(true);
    const later = read('a')!;
    expect(later.isHit).toBe(true);
    expect((await all(later.reader)).equals(bytes)).toBe(true);
    expect(cache.bytes).toBe(length > 64 * KiB ? length : 0);
  });

  it('goes on for others when the first reader has left, and stops git when all have', async () => {
    const bytes = randomBytes(MiB);
    const { source, reader } = begin('a');
    const other = read('a')!.reader;
    const reading = all(other);
    source.send(...pieces(bytes.subarray(0, 300 * KiB)));
    await waitFor('some bytes', () => Promise.resolve(other.offset > 0));
    reader.leave();
    source.send(...pieces(bytes.subarray(300 * KiB))).end();
    expect((await reading).equals(bytes)).toBe(true);
    expect(source.isStopped).toBe(false);

    const { source: unread, reader: only } = begin('b');
    unread.send(randomBytes(MiB));
    only.leave();
    await waitFor('git to be stopped', () => Promise.resolve(unread.isStopped));
    begin('b').source.end();
    await waitFor('the room to be free', () => Promise.resolve(cache.bytes === MiB));
    expect(await readdir(folder.path)).toHaveLength(1);
  });

  it('lets a reader who falls behind read from the disk', async () => {
    const { source, reader } = begin('a');
    const slow = read('a')!.reader;
    const bytes = randomBytes(2 * MiB - 1);
    source.send(...pieces(bytes)).end();
    expect((await all(reader)).equals(bytes)).toBe(true);
    expect((await all(slow)).equals(bytes)).toBe(true);
  });

  it('keeps no answer of a git that failed, and gives its error to all', async () => {
    const { source, reader } = begin('a');
    const other = read('a')!.reader;
    const results = Promise.allSettled([all(reader), all(other)]);
    source.fail(new Error('git broke'));
    for (const result of await results) expect(result).toMatchObject({ reason: { message: 'git broke' } });
    const { source: second, reader: again } = begin('a');
    second.send(Buffer.from('not our ref')).end(false);
    expect((await all(again)).toString()).toBe('not our ref');
    begin('a').reader.leave();
  });

  it('keeps no answer when what it depends on has changed', async () => {
    isCurrent = false;
    await make('a', randomBytes(KiB));
    begin('a').reader.leave();
  });

  it('keeps an answer for an hour, and then its file no longer', async () => {
    await make('a', randomBytes(MiB));
    now = 60 * 60_000 - 1;
    read('a')!.reader.leave();
    now += 1;
    begin('a').reader.leave();
    await waitFor('the files to be removed', async () => (await readdir(folder.path)).length === 0);
    expect(cache.bytes).toBe(0);
  });

  it('is never larger than its bound: the least recently used answers go, unless they are being read', async () => {
    for (const key of ['a', 'b', 'c']) await make(key, randomBytes(1.5 * MiB - (key === 'c' ? MiB : 0)));
    const reader = read('a')!.reader;
    await make('d', randomBytes(MiB));
    expect(cache.bytes).toBeLessThanOrEqual(4 * MiB);
    expect(read('b', () => new Source().end())!.isHit).toBe(false);
    for (const key of ['a', 'c', 'd']) {
      const { reader: another, isHit } = read(key)!;
      another.leave();
      expect(isHit).toBe(true);
    }
    expect((await all(reader)).length).toBe(1.5 * MiB);
    await waitFor('the files', async () => (await readdir(folder.path)).length === 3);
  });

  it('passes on what is too large for it, also to who reads slowly, and remembers', async () => {
    const bytes = randomBytes(5 * MiB);
    const { source, reader } = begin('a');
    const other = read('a')!.reader;
    source.send(...pieces(bytes)).end();
    const [one, two] = await Promise.all([all(reader), all(other)]);
    expect([one.equals(bytes), two.equals(bytes)]).toEqual([true, true]);
    await waitFor('the cache to be empty', () => Promise.resolve(cache.bytes === 0));
    expect(await readdir(folder.path)).toEqual([]);
    expect(read('a')).toBeNull();
  });

  it('ends a reader for whom others would wait', async () => {
    const bytes = randomBytes(6 * MiB);
    const { source, reader } = begin('a');
    const slow = read('a')!.reader[Symbol.asyncIterator]();
    source.send(...pieces(bytes));
    const reading = all(reader);
    await slow.next();
    source.end();
    expect((await reading).equals(bytes)).toBe(true);
    await expect(slow.next()).rejects.toThrow('slower than others');
  });

  it('writes nothing to a disk that is nearly full', async () => {
    hasRoom = false;
    const bytes = randomBytes(MiB);
    const { source, reader } = begin('a');
    source.send(...pieces(bytes)).end();
    expect((await all(reader)).equals(bytes)).toBe(true);
    expect(await readdir(folder.path)).toEqual([]);
  });
});

function pieces(bytes: Buffer): Buffer[] {
  const length = 60 * KiB;
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, n) =>
    bytes.subarray(n * length, (n + 1) * length),
  );
}

async function all(reader: AnswerReader): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const bytes of reader) chunks.push(bytes);
  return Buffer.concat(chunks);
}
