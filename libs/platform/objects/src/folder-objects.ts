import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ObjectTooLarge, type ByteRange, type ObjectStore, type StoredObject } from './object-store.js';

/** Words separated by slashes: no name leads out of the folder, or to what is being written. */
const NAME = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*$/;
const INCOMING = '.incoming';
/** For nobody else: a file may have anything in it. */
const FOLDERS = { recursive: true, mode: 0o700 };

/** Objects as files of a folder, which several processes may share. */
export class FolderObjects implements ObjectStore {
  constructor(private readonly folder: string) {}

  async put(name: string, content: Readable, most: number): Promise<number> {
    const file = this.fileOf(name);
    const incoming = path.join(this.folder, INCOMING, randomUUID());
    await mkdir(path.dirname(incoming), FOLDERS);
    try {
      const size = await write(incoming, content, most);
      await mkdir(path.dirname(file), FOLDERS);
      await rename(incoming, file);
      await flushFolder(path.dirname(file));
      return size;
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async get(name: string, range?: ByteRange): Promise<StoredObject | undefined> {
    const file = await open(this.fileOf(name)).catch(unlessMissing);
    if (!file) return undefined;
    const { size } = await file.stat();
    const { start, end } = { start: range?.start ?? 0, end: Math.min(range?.end ?? size, size) };
    if (start < end) return { content: file.createReadStream({ start, end: end - 1 }), size };
    await file.close();
    return { content: Readable.from([]), size };
  }

  async delete(name: string): Promise<void> {
    await rm(this.fileOf(name), { force: true });
  }

  private fileOf(name: string): string {
    if (!NAME.test(name)) throw new Error('An object has an impossible name');
    return path.join(this.folder, name);
  }
}

async function write(file: string, content: Readable, most: number): Promise<number> {
  let size = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) done(new ObjectTooLarge(most));
      else done(null, chunk);
    },
  });
  const handle = await open(file, 'wx', 0o600);
  await pipeline(content, bounded, handle.createWriteStream({ flush: true }));
  return size;
}

/** A rename outlasts a crash once its folder is on the disk. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
