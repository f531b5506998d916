import { Readable } from 'node:stream';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { ObjectPool } from '../objects/object-pool.js';
import { call, COMMANDS } from '../process/commands.js';
import { outputOf } from '../process/output-of.js';

/** Bytes up to which content is read through the repository's shared pipe. Larger blobs would delay the other readers. */
const SHARED_PIPE_BYTES = 1024 * 1024;

export interface Blob {
  readonly id: ObjectId;
  /** In bytes. */
  readonly size: number;
  /** Streams the content with back-pressure; may be called once. Destroying the stream ends git. */
  stream(): Readable;
  /** Reads the whole content into memory; the caller has checked `size` before. */
  bytes(): Promise<Buffer>;
}

/** Reads blobs by id. */
export class Blobs {
  constructor(private readonly pool: ObjectPool) {}

  /** Returns the blob with that id; null when it does not exist, or is an object of another type. */
  async find(repository: RepositoryPath, id: ObjectId): Promise<Blob | null> {
    const info = await this.pool.info(repository, id);
    if (info?.type !== 'blob') return null;
    const small = info.size <= SHARED_PIPE_BYTES ? await this.pool.contents(repository, id, SHARED_PIPE_BYTES) : null;
    const content = small?.content ?? null;
    return {
      id,
      size: info.size,
      stream: () => (content === null ? streamBlob(repository, id) : Readable.from([content], { objectMode: false })),
      bytes: async () => content ?? Buffer.concat(await streamBlob(repository, id).toArray()),
    };
  }
}

function streamBlob(repository: RepositoryPath, id: ObjectId): Readable {
  const asked = call(COMMANDS.catFile, { repository, operands: ['blob', id] });
  return Readable.from(outputOf(asked), { objectMode: false });
}
