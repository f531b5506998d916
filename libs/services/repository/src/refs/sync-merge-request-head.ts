import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import type { SyncMergeRequestHeadCommand as Contract } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseBranchName, type BranchName } from '../git/refs/ref-name.js';
import { mergeRequestHead } from '../git/repositories/repository-config.js';
import { RepositoryBusy } from '../refusals.js';
import { EnsureRepository, type RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { WriteLocks } from '../repositories/write-locks.js';

/** Most moves of the source branch while its commits are fetched. */
const ATTEMPTS = 5;

interface Source {
  readonly path: RepositoryPath;
  readonly branch: BranchName;
}

/** Points the head of a merge request at the tip of its source branch. */
@Injectable()
export class SyncMergeRequestHead {
  constructor(
    private readonly ensureRepository: EnsureRepository,
    private readonly repositoryFacts: RepositoryFacts,
    private readonly writers: WriteLocks,
    private readonly git: Git,
  ) {}

  /**
   * Safe to repeat, also concurrently: the head is the source branch's tip at the moment of writing. It is not in the journal, because its changes
   * publish no events and it has no other writer. A fork is on the storage of its source.
   * @returns the head; null when the branch does not exist, and nothing has changed
   * @throws WrongStorage, ProjectNotFound, RepositoryBusy
   */
  async execute({ projectId, iid, sourceProjectId, sourceBranch }: InputOf<typeof Contract>): Promise<ObjectId | null> {
    const branch = parseBranchName(sourceBranch);
    const target = await this.ensureRepository.execute(projectId);
    const path = sourceProjectId === projectId ? target.path : await this.repositoryFacts.path(sourceProjectId);
    if (branch === null || path === null) return null;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const tip = await this.tipOf({ path, branch });
      if (tip === null) return null;
      const isThere = path === target.path || (await this.git.refs.tip(target.path, mergeRequestHead(iid))) === tip;
      if (!isThere) await this.git.fetchLocal(target.path, path, tip);
      if (await this.point(target, iid, { path, branch }, tip)) return tip;
    }
    throw RepositoryBusy();
  }

  /** Returns false when the branch has moved on since: an earlier tip must not replace a later one. */
  private point({ projectId, path }: RepositoryAt, iid: number, source: Source, tip: ObjectId): Promise<boolean> {
    return this.writers.during(projectId, async () => {
      if ((await this.tipOf(source)) !== tip) return false;
      const ref = mergeRequestHead(iid);
      const from = await this.git.refs.tip(path, ref);
      if (from !== tip) await this.git.refsWriter.move(path, [{ ref, from, to: tip }]);
      return true;
    });
  }

  private async tipOf({ path, branch }: Source): Promise<ObjectId | null> {
    return (await this.git.branches.find(path, branch))?.tip ?? null;
  }
}
