import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Git } from '../git/git.js';
import { GitTimeout } from '../git/process/errors.js';
import type { Quarantine } from '../git/process/quarantine.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { LfsLocksFacts } from './lfs-locks.facts.js';
import { LfsLocksStore } from './lfs-locks.store.js';

/** Longest comparison of new commits with the locked files. */
const LONGEST_MS = 60_000;
export const TOO_MANY_COMMITS =
  'The files of the push could not be compared with those that others have locked in Git LFS in time. Please push fewer commits at once.';

/** New commits of a caller, by the tips that reach them. */
export interface NewCommits {
  readonly access: ProjectAccess;
  readonly principal: Principal;
  readonly repository: RepositoryPath;
  readonly tips: readonly ObjectId[];
  /** Objects of a push that is not accepted yet. */
  readonly quarantine?: Quarantine | null;
  readonly signal?: AbortSignal;
}

/** Compares new commits with the files that others have locked in git LFS. */
@Injectable()
export class LockedFilesFacts {
  constructor(
    private readonly db: Database,
    private readonly git: Git,
    private readonly lfsLocksStore: LfsLocksStore,
    private readonly lfsLocksFacts: LfsLocksFacts,
  ) {}

  /** Returns the reason for which the commits are refused: the first file that another user has locked. Null without one, and where the project has no LFS. */
  async refusalOf({ access, principal, repository, tips, quarantine, signal }: NewCommits): Promise<string | null> {
    const { id: projectId, lfsEnabled } = access.project;
    if (tips.length === 0 || lfsEnabled === false) return null;
    const locks = await this.lfsLocksStore.ofOthers(this.db, projectId, principal.userId);
    if (locks.length === 0) return null;
    const paths = new Set(locks.map(({ path }) => path));
    const options = { quarantine: quarantine ?? undefined, signal, timeoutMs: LONGEST_MS };
    try {
      const path = await this.git.changedPaths.firstOfNew(repository, tips, paths, options);
      if (path === null) return null;
      const { owner } = await this.lfsLocksFacts.of(locks.find((lock) => lock.path === path)!);
      return `The path '${path}' is locked in Git LFS by ${owner}`;
    } catch (error) {
      if (error instanceof GitTimeout) return TOO_MANY_COMMITS;
      throw error;
    }
  }
}
