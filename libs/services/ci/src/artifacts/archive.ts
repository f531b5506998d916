import { PassThrough, pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createInflateRaw } from 'node:zlib';
import type { ObjectStore } from '@hearth/objects';
import { RandomAccessReader, fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';

/** Bytes of an archive's file list that are read at once: the entries are contiguous. */
const WINDOW = 256 * 1024;
/** Most files in an archive. */
const MOST_ENTRIES = 100_000;
/** Largest unpacked file in bytes: a small archive can hold far more than its size. */
const MOST_UNPACKED = 1024 ** 3;
/** Most entries of a folder that are listed. */
const MOST_LISTED = 1_000;
const STORED = 0;

/** One file of an archive, unpacked while it is read. */
export interface ArchivedFile {
  readonly content: Readable;
  /** In bytes. */
  readonly size: number;
}

/** Folder of an archive. */
export interface Folder {
  /** Whether the path is that of a file. */
  readonly isFile: boolean;
  /** Names, sorted. */
  readonly folders: readonly string[];
  readonly files: readonly { readonly name: string; readonly size: number }[];
  /** Whether there are more entries than MOST_LISTED. */
  readonly isCut: boolean;
}

/** Stored zip file. Only the needed parts of it are read. */
export class Archive {
  /** @param size of the object, in bytes */
  constructor(
    private readonly objects: Pick<ObjectStore, 'get'>,
    private readonly object: string,
    private readonly size: number,
  ) {}

  /**
   * Opens a file.
   * @param path exactly as in the archive
   * @returns undefined when the archive has no such file, is no zip file, or cannot be read
   * @throws the errors of the storage
   */
  async open(path: string): Promise<ArchivedFile | undefined> {
    // Names of folders end with a slash.
    if (path.endsWith('/')) return undefined;
    const found = await this.read((pieces) => find(pieces, this.size, Buffer.from(path)));
    if (!found) return undefined;
    const { start, entry } = found;
    const stored = await this.objects.get(this.object, { start, end: start + entry.compressedSize });
    return stored && { content: unpacked(stored.content, entry), size: entry.uncompressedSize };
  }

  /**
   * Lists a folder.
   * @param path without slashes around it; empty for the top
   * @returns undefined when the archive has no such path, is no zip file, or cannot be read
   * @throws the errors of the storage
   */
  list(path: string): Promise<Folder | undefined> {
    return this.read(async (pieces) => folderOf(await opened(pieces, this.size), path));
  }

  private read<Result>(task: (pieces: Pieces) => Promise<Result | undefined>): Promise<Result | undefined> {
    const pieces = new Pieces(this.objects, this.object, this.size);
    return task(pieces).catch((error: unknown) => {
      if (pieces.failure !== undefined) throw pieces.failure;
      // Users with push access decide which files are uploaded, so it need not be a zip file.
      if (error instanceof Error) return undefined;
      throw error;
    });
  }
}

/** Reads parts of an object for the library, and caches the last one. */
class Pieces extends RandomAccessReader {
  /** Error of the storage. */
  failure: unknown;
  private window = { start: 0, bytes: Buffer.alloc(0) };

  constructor(
    private readonly objects: Pick<ObjectStore, 'get'>,
    private readonly object: string,
    private readonly size: number,
  ) {
    super();
  }

  override read(target: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void) {
    this.bytes(position, length).then((bytes) => {
      bytes.copy(target, offset);
      done(null);
    }, done);
  }

  private async bytes(start: number, length: number): Promise<Buffer> {
    if (start + length > this.size) throw new Error('The archive ends too early');
    const { window } = this;
    if (start < window.start || start + length > window.start + window.bytes.length) await this.load(start);
    return this.window.bytes.subarray(start - this.window.start, start - this.window.start + length);
  }

  /** Loads a window. At the end of the object it includes the preceding bytes: the list of files is there. */
  private async load(position: number): Promise<void> {
    const start = Math.max(0, Math.min(position, this.size - WINDOW));
    try {
      const stored = await this.objects.get(this.object, { start, end: start + WINDOW });
      this.window = { start, bytes: stored ? await buffer(stored.content) : Buffer.alloc(0) };
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

/** @throws for an object that is no zip file */
async function find(
  pieces: Pieces,
  size: number,
  name: Buffer,
): Promise<{ readonly start: number; readonly entry: Entry } | undefined> {
  const zip = await opened(pieces, size);
  const entry = await named(zip, name);
  if (!entry?.canDecodeFileData() || entry.uncompressedSize > MOST_UNPACKED) return undefined;
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return { start, entry };
}

/** Names stay bytes: the library refuses a whole archive for one name that leads out of a folder. */
async function opened(pieces: Pieces, size: number): Promise<ZipFile> {
  const zip = await fromRandomAccessReaderPromise(pieces, size, { decodeStrings: false, autoClose: false });
  if (zip.entryCount > MOST_ENTRIES) throw new Error('The archive has too many entries');
  return zip;
}

/** Folders need no entries of their own. */
async function folderOf(zip: ZipFile, path: string): Promise<Folder | undefined> {
  const prefix = path === '' ? '' : `${path}/`;
  const folders = new Set<string>();
  const files = new Map<string, number>();
  let [isFile, isFound] = [false, path === ''];
  for await (const { fileNameRaw, uncompressedSize } of zip.eachEntry()) {
    const name = fileNameRaw.toString('utf8');
    if (path !== '' && name === path) isFile = true;
    if (!name.startsWith(prefix)) continue;
    isFound = true;
    const [child = '', ...deeper] = name.slice(prefix.length).split('/');
    if (child === '' || child === '.' || child === '..') continue;
    if (deeper.length > 0) folders.add(child);
    else files.set(child, uncompressedSize);
  }
  if (!isFile && !isFound) return undefined;
  const [listedFolders, listedFiles] = [[...folders].sort(), [...files].sort(([a], [b]) => (a < b ? -1 : 1))];
  return {
    isFile,
    folders: listedFolders.slice(0, MOST_LISTED),
    files: listedFiles.slice(0, MOST_LISTED).map(([name, size]) => ({ name, size })),
    isCut: listedFolders.length > MOST_LISTED || listedFiles.length > MOST_LISTED,
  };
}

async function named(zip: ZipFile, name: Buffer): Promise<Entry | undefined> {
  for await (const entry of zip.eachEntry()) if (entry.fileNameRaw.equals(name)) return entry;
  return undefined;
}

/** Fails when the number of bytes differs from the size in the archive, which is the response's Content-Length. */
function unpacked(content: Readable, { compressionMethod, uncompressedSize }: Entry): Readable {
  const whole = new PassThrough();
  const counted = (source: AsyncIterable<Buffer>) => exactly(source, uncompressedSize);
  // The reader of the stream gets the error.
  const done = () => undefined;
  if (compressionMethod === STORED) pipeline(content, counted, whole, done);
  else pipeline(content, createInflateRaw(), counted, whole, done);
  return whole;
}

async function* exactly(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const chunk of source) {
    count += chunk.length;
    if (count > size) break;
    yield chunk;
  }
  if (count !== size) throw new Error('A file of an archive has another size than the archive says');
}
