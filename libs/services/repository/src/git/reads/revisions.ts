import { objectIdFromGit, parseObjectId, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { revisionBase, revisionSteps, type Revision } from '../refs/revision.js';
import { parseRefName } from '../refs/ref-name.js';
import type { ObjectPool } from '../objects/object-pool.js';
import { MERGE_REQUEST_REFS } from '../repositories/repository-config.js';
import type { Reachability } from './reachability.js';
import type { ReadRights } from './read-rights.js';
import type { Refs } from './refs.js';

export interface ResolvedRevision {
  readonly commit: ObjectId;
  /** Kind of the resolved name. */
  readonly kind: 'id' | 'head' | 'branch' | 'tag' | 'ref';
}

interface Candidate {
  readonly name: string;
  readonly kind: ResolvedRevision['kind'];
}

/** Shortest abbreviation that is unlikely to be guessed; git itself prints abbreviations of this length. */
const ABBREVIATED_ID = /^[0-9a-f]{7,39}$/;
const TO_COMMIT = '^{commit}';

/**
 * Returns the look-ups of a name in order. A full id is that object before all else, as in git; then a branch, then a tag (git's own order is
 * the reverse; the API's is this one), and a full ref. An abbreviated id comes last.
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
  ];
}

/** Resolves revisions against the current refs. */
export class Revisions {
  constructor(
    private readonly pool: ObjectPool,
    private readonly refs: Refs,
    private readonly reachability: Reachability,
  ) {}

  /** Returns the commit of the revision; null when the rights show no such commit, or there is no repository. */
  async resolve(repository: RepositoryPath, revision: Revision, rights: ReadRights): Promise<ObjectId | null> {
    return (await this.find(repository, revision, rights))?.commit ?? null;
  }

  /** Like {@link resolve}, with the kind of the name. */
  async find(repository: RepositoryPath, revision: Revision, rights: ReadRights): Promise<ResolvedRevision | null> {
    const base = revisionBase(revision);
    const steps = revisionSteps(revision) + TO_COMMIT;
    const shown = ({ name }: Candidate) => rights.mergeRequestHeads || !name.startsWith(MERGE_REQUEST_REFS);
    const tried = candidates(base).filter(shown);
    // All at once, so that they share one round trip through the pipe.
    const found = await Promise.all(tried.map(({ name }) => this.#follow(repository, name, steps)));
    for (const [index, { name, kind }] of tried.entries()) {
      const commit = found[index]!;
      if (commit !== null && (kind !== 'id' || (await this.#isReadable(repository, name, rights))))
        return { commit, kind };
    }
    const digits = base.toLowerCase();
    const id = ABBREVIATED_ID.test(digits) ? await this.reachability.expand(repository, digits, rights) : null;
    const commit = id && (await this.#follow(repository, id, steps));
    return commit && { commit, kind: 'id' };
  }

  /** Returns those of the commits that the rights show. */
  async readable<Named extends { readonly id: ObjectId }>(
    repository: RepositoryPath,
    commits: readonly Named[],
    rights: ReadRights,
  ): Promise<readonly Named[]> {
    if (rights.unreachable) return commits;
    const shown = commits.map(({ id }) => this.reachability.hasCommit(repository, id, rights));
    const isShown = await Promise.all(shown);
    return commits.filter((_, index) => isShown[index]);
  }

  /** Returns whether the rights show the commit of a full id, which may be that of a tag. */
  async #isReadable(repository: RepositoryPath, id: string, rights: ReadRights): Promise<boolean> {
    if (rights.unreachable) return true;
    const commit = await this.#follow(repository, id, TO_COMMIT);
    return commit !== null && this.reachability.hasCommit(repository, commit, rights);
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
