import { objectIdFromGit, parseObjectId, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { revisionBase, revisionSteps, type Revision } from '../refs/revision.js';
import { parseRefName } from '../refs/ref-name.js';
import type { ObjectPool } from '../objects/object-pool.js';
import type { Refs } from './refs.js';

export interface ResolvedRevision {
  readonly commit: ObjectId;
  /** What the name turned out to be. */
  readonly kind: 'id' | 'head' | 'branch' | 'tag' | 'ref';
}

interface Candidate {
  readonly name: string;
  readonly kind: ResolvedRevision['kind'];
}

const SHORT_ID = /^[0-9a-fA-F]{4,39}$/;

/**
 * The order in which a name is looked up. A full id is that object before all else, as in git; then a branch, then a
 * tag (git's own order is the reverse; the API's is this one), a full ref, and last a shortened id.
 */
function candidates(base: string): Candidate[] {
  if (base === 'HEAD') return [{ name: 'HEAD', kind: 'head' }];
  const id = parseObjectId(base);
  return [
    ...(id === null ? [] : [{ name: id, kind: 'id' } as const]),
    ...(base.startsWith('refs/') ? [{ name: base, kind: 'ref' } as const] : []),
    { name: `refs/heads/${base}`, kind: 'branch' },
    { name: `refs/tags/${base}`, kind: 'tag' },
    ...(/^(?:heads|tags)\//.test(base) ? [{ name: `refs/${base}`, kind: 'ref' } as const] : []),
    ...(SHORT_ID.test(base) ? [{ name: base.toLowerCase(), kind: 'id' } as const] : []),
  ];
}

/** What revisions stand for at this moment. */
export class Revisions {
  constructor(
    private readonly pool: ObjectPool,
    private readonly refs: Refs,
  ) {}

  /** The commit that the revision stands for; null when there is none, or no repository. */
  async resolve(repository: RepositoryPath, revision: Revision): Promise<ObjectId | null> {
    return (await this.find(repository, revision))?.commit ?? null;
  }

  /** Like {@link resolve}, and what kind of name it was. */
  async find(repository: RepositoryPath, revision: Revision): Promise<ResolvedRevision | null> {
    const steps = revisionSteps(revision);
    const tried = candidates(revisionBase(revision));
    // All at once: they share one round trip through the pipe.
    const found = await Promise.all(tried.map(({ name }) => this.#follow(repository, name, `${steps}^{commit}`)));
    const first = found.findIndex((commit) => commit !== null);
    return first === -1 ? null : { commit: found[first]!, kind: tried[first]!.kind };
  }

  async #follow(repository: RepositoryPath, name: string, steps: string): Promise<ObjectId | null> {
    if (name.startsWith('refs/')) {
      const ref = parseRefName(name);
      return ref && this.refs.follow(repository, ref, steps);
    }
    const reply = await this.pool.info(repository, name + steps);
    return reply && objectIdFromGit(reply.id);
  }
}
