import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { defineSettings, httpUrl } from '@hearth/config';
import { openObjects, type ObjectStore } from '@hearth/objects';
import { z } from 'zod';
import { BackupFailure, damaged } from './backup-failure.js';
import { FORMAT, Manifest, SnapshotHead, type Part } from './manifest.js';

const settings = defineSettings(
  'Backups in a bucket',
  {
    HEARTH_BACKUP_ENDPOINT: httpUrl()
      .optional()
      .describe('URL of the server with the bucket that backups are written to, unless it is of Amazon'),
    HEARTH_BACKUP_REGION: z.string().prefault('us-east-1').describe('Region of that bucket'),
    HEARTH_BACKUP_CREDENTIALS_FILE: z
      .string()
      .optional()
      .describe('File with the access key of that bucket, in the format of ~/.aws/credentials'),
  },
  { readBy: ['backup.js', 'restore-files.js', 'restore-database.js'] },
);

/** Folders of a backup. Everything outside of `snapshots` is named by its content, and shared by all snapshots. */
const [PARTS, PACKS, OBJECTS, SNAPSHOTS] = ['parts', 'packs', 'objects', 'snapshots'];
/** The head of a snapshot is one line. */
const MOST_OF_HEAD = 10_000;

/** A folder or bucket with the snapshots of one system. */
export class BackupTarget {
  private readonly present = new Map<string, number>();
  /** Bytes that this process has added. */
  added = 0;

  /** @param work a folder of this process, for files whose name is known only once they are written */
  constructor(
    private readonly store: ObjectStore,
    readonly work: string,
  ) {}

  /**
   * Opens a folder (an absolute path) or `s3://bucket/prefix`.
   * @throws ConfigurationError, BackupFailure when the folder or bucket cannot be read
   */
  static async open(place: string, work: string): Promise<BackupTarget> {
    const values = settings.read();
    const access = {
      endpoint: values.HEARTH_BACKUP_ENDPOINT,
      region: values.HEARTH_BACKUP_REGION,
      credentialsFile: values.HEARTH_BACKUP_CREDENTIALS_FILE,
    };
    const target = new BackupTarget(await openObjects(place, access), work);
    await target.snapshots().catch((error: Error) => {
      throw new BackupFailure(
        `${place} cannot be read (${error.message || error.name}): see that it exists, that this user may write there, and for a bucket the variables HEARTH_BACKUP_*.`,
      );
    });
    return target;
  }

  /** Returns the names of the complete snapshots, oldest first. */
  async snapshots(): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of this.store.list(SNAPSHOTS!)) names.push(name.slice(SNAPSHOTS!.length + 1));
    return names.sort();
  }

  /** @throws BackupFailure for a snapshot that does not exist, is damaged or of another format */
  async manifest(snapshot: string): Promise<Manifest> {
    const part = await this.head(snapshot);
    await this.check(part);
    const read = Manifest.safeParse(await json(await this.content(part)));
    if (!read.success) throw damaged(`the manifest of the snapshot ${snapshot} cannot be read`);
    return read.data;
  }

  /** Returns the manifest's part. @throws BackupFailure */
  async head(snapshot: string): Promise<Part> {
    const stored = await this.store.get(`${SNAPSHOTS}/${snapshot}`).catch(() => undefined);
    if (!stored) throw new BackupFailure(`The backup has no snapshot ${snapshot}.`);
    const head = await json(stored.content).catch(() => undefined);
    const { success, data } = SnapshotHead.safeParse(head);
    if (!success) throw damaged(`the head of the snapshot ${snapshot} is not one of format ${FORMAT}`);
    return data.manifest;
  }

  /** Stores a snapshot's manifest, and with it the snapshot. */
  async complete(snapshot: string, manifest: Manifest): Promise<void> {
    const part = await this.addPart(Readable.from([JSON.stringify(manifest)]));
    await this.put(`${SNAPSHOTS}/${snapshot}`, Readable.from([JSON.stringify({ format: FORMAT, manifest: part })]));
  }

  /** Reads which contents the backup has, so that those are not stored again. */
  async readPresent(): Promise<void> {
    for (const parent of [PARTS!, PACKS!, OBJECTS!])
      for await (const { name, size } of this.store.list(parent)) this.present.set(name, size);
  }

  /** Stores the gzip of a content. */
  async addPart(content: Readable): Promise<Part> {
    const hash = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    return this.withFile(async (file) => {
      await pipeline(content, createGzip(), measure, createWriteStream(file, { mode: 0o600 }));
      const name = namedByContent(PARTS!, hash.digest('hex'));
      await this.addFile(name, file, size);
      return { name, size };
    });
  }

  /** Opens the content of a part. */
  async content(part: Part): Promise<Readable> {
    return (await this.open(part)).pipe(createGunzip());
  }

  /** Lines of JSON of a part. */
  async *lines<T>(part: Part): AsyncGenerator<T> {
    let rest = '';
    for await (const chunk of (await this.content(part)).setEncoding('utf8')) {
      const lines = (rest + (chunk as string)).split('\n');
      rest = lines.pop()!;
      for (const line of lines) yield JSON.parse(line) as T;
    }
  }

  /** @throws BackupFailure when a part is missing or its content is another one */
  async check(part: Part): Promise<void> {
    const hash = createHash('sha256');
    for await (const chunk of await this.open(part)) hash.update(chunk as Buffer);
    if (namedByContent(PARTS!, hash.digest('hex')) !== part.name) throw damaged(`${part.name} was changed`);
  }

  /** Stores a file of git that is named by its content. Does nothing when the backup has it. */
  async addPack(id: string, file: string, size: number): Promise<Part> {
    const name = namedByContent(PACKS!, id);
    await this.addFile(name, file, size);
    return { name, size };
  }

  /** Opens a pack or a part as it is stored. */
  async open({ name, size }: Part): Promise<Readable> {
    const stored = await this.store.get(name);
    if (!stored) throw damaged(`${name} is missing`);
    if (stored.size === size) return stored.content;
    stored.content.destroy();
    throw damaged(`${name} was changed`);
  }

  /** @throws BackupFailure when a pack or object is missing or has another size */
  requirePresent({ name, size }: Part): void {
    if (this.present.get(name) !== size) throw damaged(`${name} is ${this.present.has(name) ? 'changed' : 'missing'}`);
  }

  /** Returns the name of an object of the system in the backup. */
  nameOfObject(name: string): string {
    return `${OBJECTS}/${name}`;
  }

  /** Stores a content of known size under a name unless the backup has it. */
  async addObject(name: string, size: number, open: () => Promise<Readable | undefined>): Promise<boolean> {
    const own = this.nameOfObject(name);
    if (this.present.get(own) === size) return true;
    const content = await open();
    if (content) await this.put(own, content, size);
    return content !== undefined;
  }

  /** Deletes a snapshot. Its contents stay. */
  async deleteSnapshot(snapshot: string): Promise<void> {
    await this.store.delete(`${SNAPSHOTS}/${snapshot}`);
  }

  /** Deletes all contents but those with these names. No other backup may be written at the same time. */
  async deleteOthers(used: ReadonlySet<string>): Promise<void> {
    await this.readPresent();
    for (const name of [...this.present.keys()].filter((each) => !used.has(each))) {
      await this.store.delete(name);
      this.present.delete(name);
    }
  }

  /** Runs some work with the path of a file that does not exist yet and is removed afterwards. */
  async withFile<T>(work: (file: string) => Promise<T>): Promise<T> {
    const file = path.join(this.work, randomUUID());
    try {
      return await work(file);
    } finally {
      await rm(file, { force: true });
    }
  }

  private async addFile(name: string, file: string, size: number): Promise<void> {
    if (this.present.get(name) === size) return;
    await this.put(name, createReadStream(file), size);
    this.present.set(name, size);
  }

  private async put(name: string, content: Readable, most = MOST_OF_HEAD): Promise<void> {
    this.added += await this.store.put(name, content, most);
  }
}

function namedByContent(folder: string, id: string): string {
  return `${folder}/${id.slice(0, 2)}/${id}`;
}
