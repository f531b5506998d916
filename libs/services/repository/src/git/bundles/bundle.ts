import { Readable } from 'node:stream';
import { call, COMMANDS } from '../process/commands.js';
import { outputOf } from '../process/output-of.js';
import type { Refs } from '../reads/refs.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { RefName } from '../refs/ref-name.js';

/** Most refs of a bundle: all of them are compared with the repository before it is offered. */
const MOST_REFS = 1_000;

/** Returns the branches and tags that a bundle of a repository has, with their ids, the default branch first. */
export async function bundledRefs(refs: Refs, repository: RepositoryPath): Promise<Map<RefName, ObjectId>> {
  const [all, head] = await Promise.all([
    refs.snapshot(repository, ['refs/heads/', 'refs/tags/']),
    refs.head(repository),
  ]);
  const first = [...all].filter(([ref]) => ref === head);
  return new Map([...first, ...[...all].slice(0, MOST_REFS - first.length)]);
}

/**
 * Streams the history of refs in the format of gitformat-bundle(5), version 2, which needs nothing else. `git bundle create` would resolve the
 * names once more. git ends when the stream is destroyed.
 */
export function bundle(repository: RepositoryPath, refs: ReadonlyMap<RefName, ObjectId>): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(`# v2 git bundle\n${[...refs].map(([ref, id]) => `${id} ${ref}\n`).join('')}\n`);
    const flags = { '--stdout': true, '--revs': true, '--delta-base-offset': true, '-q': true };
    yield* outputOf(call(COMMANDS.packObjects, { repository, flags }), [...refs.values(), ''].join('\n'));
  }
  return Readable.from(chunks(), { objectMode: false });
}
