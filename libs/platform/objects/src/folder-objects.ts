import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BoundedContent } from './bounded-content.js';
import { requireName, type ByteRange, type ListedObject, type ObjectStore, type StoredObject } from './object-store.js';

const INCOMING = '.incoming';
/** Readable by this user only: a file may contain private data. */
const FOLDERS = { recursive: true, mode: 0o700 };

/** Objects as files of a folder, which several processes may share. */
export class FolderObjects implements ObjectStore {
  constructor(private readonly folder: string) {}

  async put(name: string, content: Readable, most: number): Promise<number> {
    const { file, incoming } = this.filesOf(name);
    await mkdir(path.dirname(incoming), FOLDERS);
    try {
      const bounded = new BoundedContent(content, most);
      const handle = await open(incoming, 'w', 0o600);
      await pipeline(bounded, handle.createWriteStream({ flush: true }));
      await mkdir(path.dirname(file), FOLDERS);
      await rename(incoming, file);
      await flushFolder(path.dirname(file));
      return bounded.size;
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async get(name: string, range?: ByteRange): Promise<StoredObject | undefined> {
    const file = await open(this.filesOf(name).file).catch(unlessMissing);
    if (!file) return undefined;
    const { size } = await file.stat();
    const { start, end } = { start: range?.start ?? 0, end: Math.min(range?.end ?? size, size) };
    if (start < end) return { content: file.createReadStream({ start, end: end - 1 }), size };
    await file.close();
    return { content: Readable.from([]), size };
  }

  async delete(name: string): Promise<void> {
    const { file, incoming } = this.filesOf(name);
    await rm(incoming, { force: true });
    await rm(file, { force: true });
  }

  async *list(parent: string): AsyncIterable<ListedObject> {
    const folder = await opendir(this.filesOf(parent).file).catch(unlessMissing);
    if (!folder) return;
    for await (const entry of folder) {
      const name = `${parent}/${entry.name}`;
      if (entry.isDirectory()) yield* this.list(name);
      const found = entry.isFile() && (await stat(path.join(this.folder, name)).catch(unlessMissing));
      if (found) yield { name, size: found.size };
    }
  }

  /** Returns an object's path and the path of its incomplete file. The latter follows from the name, so that files left by a crash can be found. */
  private filesOf(name: string): { file: string; incoming: string } {
    requireName(name);
    const incoming = path.join(this.folder, INCOMING, name.replaceAll('/', '.'));
    return { file: path.join(this.folder, name), incoming };
  }
}

/** Flushes a folder to disk: a rename survives a crash only after that. */
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
