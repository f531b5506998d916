import { Injectable } from '@nestjs/common';
import type { InputOf } from '@hearth/contract-kit';
import type { SyncMergeRequestHeadCommand as Contract } from '@hearth/repository-contracts';
import { OtherRepositories } from '../copies/other-repositories.js';
import { Git } from '../git/git.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { parseBranchName } from '../git/refs/ref-name.js';
import { mergeRequestHead } from '../git/repositories/repository-config.js';
import { RepositoryBusy } from '../refusals.js';
import { EnsureRepository, type RepositoryAt } from '../repositories/ensure-repository.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { HiddenRefs } from './hidden-refs.js';

/** Most moves of the source branch while its commits are fetched. */
const ATTEMPTS = 5;

/** Reads the tip of the source branch; null when the branch does not exist. */
type SourceTip = () => Promise<ObjectId | null>;

/** Points the head of a merge request at the tip of its source branch. */
@Injectable()
export class SyncMergeRequestHead {
  constructor(
    private readonly ensureRepository: EnsureRepository,
    private readonly otherRepositories: OtherRepositories,
    private readonly hiddenRefs: HiddenRefs,
    private readonly writers: WriteLocks,
    private readonly git: Git,
  ) {}

  /**
   * Safe to repeat, also concurrently: the head is the source branch's tip at the moment of writing. It is not in the journal, because its changes
   * publish no events and it has no other writer.
   * @returns the head; null when the branch does not exist, and nothing has changed
   * @throws WrongStorage, ProjectNotFound, RepositoryBusy, NotCopied
   */
  async execute(asked: InputOf<typeof Contract>): Promise<ObjectId | null> {
    return this.within(await this.ensureRepository.execute(asked.projectId), asked);
  }

  /**
   * Does the same in the repository of the target.
   * @throws WrongStorage, ProjectNotFound when the source was deleted, RepositoryBusy
   */
  async within(
    target: RepositoryAt,
    { iid, sourceProjectId, sourceBranch }: InputOf<typeof Contract>,
  ): Promise<ObjectId | null> {
    const branch = parseBranchName(sourceBranch);
    if (branch === null) return null;
    const isOwn = sourceProjectId === target.projectId;
    const sourceTip = isOwn
      ? async () => (await this.git.branches.find(target.path, branch))?.tip ?? null
      : () => this.otherRepositories.tip(sourceProjectId, branch);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const tip = await sourceTip();
      if (tip === null) return null;
      const isThere = isOwn || (await this.git.refs.tip(target.path, mergeRequestHead(iid))) === tip;
      if (!isThere) await this.otherRepositories.fetch(target.path, sourceProjectId, tip);
      if (await this.point(target, iid, sourceTip, tip)) return tip;
    }
    throw RepositoryBusy();
  }

  /** Returns false when the branch has moved on since: an earlier tip must not replace a later one. */
  private point({ projectId, path }: RepositoryAt, iid: number, sourceTip: SourceTip, tip: ObjectId): Promise<boolean> {
    return this.writers.during(projectId, async () => {
      if ((await sourceTip()) !== tip) return false;
      const ref = mergeRequestHead(iid);
      const from = await this.git.refs.tip(path, ref);
      if (from === tip) return true;
      await this.git.refsWriter.move(path, [{ ref, from, to: tip }]);
      await this.hiddenRefs.follow(projectId);
      return true;
    });
  }
}
