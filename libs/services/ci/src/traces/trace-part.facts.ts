import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Keyring } from '@hearth/secrets';
import { ArtifactStorage } from '../artifacts/artifact-storage.js';
import { JobNotFound } from '../refusals.js';
import { SecretMask } from './mask.rules.js';
import { openedSecrets } from './secrets.rules.js';
import { TracesStore } from './traces.store.js';

/** Some bytes of a trace, without its secrets. */
export interface TracePart {
  /** Offset of the first byte. */
  readonly start: number;
  readonly content: Buffer;
}

/** Reads parts of traces. */
@Injectable()
export class TracePartFacts {
  constructor(
    private readonly db: Database,
    private readonly tracesStore: TracesStore,
    private readonly storage: ArtifactStorage,
    private readonly keyring: Keyring,
  ) {}

  /** Returns the last bytes of the trace of a job, at most `most`. */
  async end(id: number, most: number): Promise<TracePart> {
    const size = await this.tracesStore.size(this.db, id);
    return this.read(id, Math.max(0, size - most), most, size);
  }

  /**
   * Returns the bytes from an offset on, at most `most`: none beyond the end. The beginning of a possible secret at the end of a trace is left out
   * until the trace goes on or is archived.
   */
  async from(id: number, start: number, most: number): Promise<TracePart> {
    return this.read(id, start, most, await this.tracesStore.size(this.db, id));
  }

  private async read(id: number, start: number, most: number, size: number): Promise<TracePart> {
    if (start >= size) return { start, content: Buffer.alloc(0) };
    const { object, sealed } = await this.tracesStore.find(this.db, id);
    if (object !== null) return this.archived(object, start, most);
    const content = await this.masked(id, sealed, start, most);
    if (content.length > 0) return { start, content };
    // The trace may have been archived since.
    const moved = await this.tracesStore.find(this.db, id);
    return moved.object === null ? { start, content } : this.archived(moved.object, start, most);
  }

  /** Reads from before the part, so that secrets that begin there are found. */
  private async masked(id: number, sealed: string | null, start: number, most: number): Promise<Buffer> {
    const secrets = openedSecrets(this.keyring, id, sealed);
    const longest = secrets.reduce((length, secret) => Math.max(length, Buffer.byteLength(secret)), 0);
    const from = Math.max(0, start - longest);
    const pieces = await this.tracesStore.slice(this.db, id, from, start + most);
    const [first] = pieces;
    if (!first) return Buffer.alloc(0);
    const shown = new SecretMask(secrets).push(Buffer.concat(pieces.map(({ content }) => content)));
    return shown.subarray(start - first.start, start - first.start + most);
  }

  private async archived(object: string, start: number, most: number): Promise<TracePart> {
    const stored = await this.storage.objects?.get(object, { start, end: start + most });
    if (!stored) throw JobNotFound();
    return { start, content: await buffer(stored.content) };
  }
}
