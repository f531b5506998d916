import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { branchOfRef, refOfBranch, type BranchName, type RefName } from '../refs/ref-name.js';
import type { Ancestry } from './ancestry.js';
import type { RefSnapshot } from './ref-snapshots.js';
import type { Refs } from './refs.js';

export interface Branch {
  readonly name: BranchName;
  readonly tip: ObjectId;
}

/** The branches of a repository. */
export class Branches {
  readonly #listed = new WeakMap<RefSnapshot, readonly Branch[]>();

  constructor(
    private readonly refs: Refs,
    private readonly ancestry: Ancestry,
  ) {}

  /** Returns all branches, ordered by the bytes of their names; none for a missing repository. */
  async list(repository: RepositoryPath): Promise<readonly Branch[]> {
    const refs = await this.refs.shown(repository);
    const listed = this.#listed.get(refs) ?? branchesOf(refs);
    this.#listed.set(refs, listed);
    return listed;
  }

  /** Returns one branch, or null. */
  async find(repository: RepositoryPath, name: BranchName): Promise<Branch | null> {
    const tip = await this.refs.tip(repository, refOfBranch(name));
    return tip && { name, tip };
  }

  /** Returns the branch that HEAD names, whether or not it exists; null without a repository. */
  async default(repository: RepositoryPath): Promise<BranchName | null> {
    const head = await this.refs.head(repository);
    return head && branchOfRef(head);
  }

  /** Returns the tips that are contained in the default branch's tip and different from it. */
  async merged(repository: RepositoryPath, branches: readonly Branch[]): Promise<Set<ObjectId>> {
    const head = await this.refs.head(repository);
    const target = head && (await this.refs.tip(repository, head));
    if (target === null || branches.length === 0) return new Set();
    const refs = new Map<RefName, ObjectId>(branches.map(({ name, tip }) => [refOfBranch(name), tip]));
    return this.ancestry.merged(repository, target, refs);
  }
}

function branchesOf(refs: RefSnapshot): Branch[] {
  return [...refs].flatMap(([ref, tip]) => {
    const name = branchOfRef(ref);
    return name === null ? [] : [{ name, tip }];
  });
}
