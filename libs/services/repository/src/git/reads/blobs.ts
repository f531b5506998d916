import { Readable } from 'node:stream';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { ObjectPool } from '../objects/object-pool.js';
import { call, COMMANDS } from '../process/commands.js';
import { gitErrorOf, spawnGit } from '../process/spawn.js';

/** Bytes up to which content comes through the repository's shared pipe; larger blobs would hold up everybody else. */
const SHARED_PIPE_BYTES = 1024 * 1024;

export interface Blob {
  readonly id: ObjectId;
  /** Bytes. */
  readonly size: number;
  /** The content as a stream with back-pressure; to be called once. Destroying the stream ends git. */
  stream(): Readable;
  /** The whole content in memory; the caller has looked at `size` before. */
  bytes(): Promise<Buffer>;
}

/** Blobs by id. */
export class Blobs {
  constructor(private readonly pool: ObjectPool) {}

  /** The blob of that id; null where there is none, or where the id is of something else. */
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
  return Readable.from(blobChunks(repository, id), { objectMode: false });
}

async function* blobChunks(repository: RepositoryPath, id: ObjectId): AsyncGenerator<Buffer> {
  const git = spawnGit(call(COMMANDS.catFile, { repository, operands: ['blob', id] }));
  git.stdin.end();
  try {
    yield* git.stdout as AsyncIterable<Buffer>;
    const exit = await git.exited;
    if (exit.code !== 0) throw gitErrorOf(git.call, exit);
  } finally {
    git.kill();
  }
}
