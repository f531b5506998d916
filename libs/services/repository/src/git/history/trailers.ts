import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { TRAILER_KEY } from '../refs/trailer-key.rules.js';

/** Commit with its last trailer of one key. */
export interface TrailerCommit {
  readonly id: ObjectId;
  readonly parents: readonly ObjectId[];
  /** The whole message. */
  readonly message: string;
  /** Undefined without such a trailer. */
  readonly trailer: string | undefined;
}

const MOST_BYTES = 64 * 1024 * 1024;
const FIELDS = 4;
/** Between the values of several trailers with the key. */
const VALUES = '\x1f';

/** Reads trailers of commits, as git finds them in messages. */
export class Trailers {
  constructor(private readonly queue: CommandQueue) {}

  /**
   * Returns the commits that are reachable from `to` and not from `from`, no parent before its children.
   * @param key matches {@link TRAILER_KEY}
   * @returns null where they are more than `most`, or their messages more than 64 MiB
   * @throws GitTimeout
   */
  async between(
    repository: RepositoryPath,
    { from, to, key, most }: { from: ObjectId; to: ObjectId; key: string; most: number },
    signal?: AbortSignal,
  ): Promise<TrailerCommit[] | null> {
    if (!TRAILER_KEY.test(key)) throw new TypeError('not the key of a trailer');
    const values = `%(trailers:key=${key},valueonly,unfold,separator=%x1f)`;
    const flags = {
      ...{ '-z': true, '--format': `%H%x00%P%x00%B%x00${values}` },
      ...{ '--topo-order': true, '--max-count': most + 1 },
    };
    const chunks: Buffer[] = [];
    let left = MOST_BYTES;
    const sink = (chunk: Buffer): boolean => {
      chunks.push(chunk);
      return (left -= chunk.length) > 0;
    };
    await this.queue.run(call(COMMANDS.log, { repository, flags, operands: [`${from}..${to}`] }), { signal, sink });
    if (left <= 0) return null;
    const commits = parse(Buffer.concat(chunks).toString());
    return commits.length > most ? null : commits;
  }
}

function parse(output: string): TrailerCommit[] {
  const fields = output.split('\0');
  return Array.from({ length: Math.floor(fields.length / FIELDS) }, (_, index) => {
    const [id, parents, message, values] = fields.slice(index * FIELDS, (index + 1) * FIELDS) as [
      ...[string, string, string, string],
    ];
    return {
      id: id as ObjectId,
      parents: parents.split(' ').filter(Boolean) as ObjectId[],
      message,
      trailer: values === '' ? undefined : values.split(VALUES).at(-1),
    };
  });
}
