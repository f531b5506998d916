import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import type { TryMergeCommand as Contract } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import { parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseBranchName } from '../git/refs/ref-name.js';
import { mergeRequestHead, mergeRequestMerge } from '../git/repositories/repository-config.js';
import { newCommit } from '../git/writes/commit-text.js';
import { HiddenRefs } from '../refs/hidden-refs.js';
import { EnsureRepository, type RepositoryAt } from '../repositories/ensure-repository.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { signatureOf } from './merge.js';

type Asked = InputOf<typeof Contract>;

/** Merges the head of a merge request into its target branch, without a change of that branch. */
@Injectable()
export class TryMerge {
  constructor(
    private readonly ensureRepository: EnsureRepository,
    private readonly hiddenRefs: HiddenRefs,
    private readonly writers: WriteLocks,
    private readonly git: Git,
  ) {}

  /**
   * Safe to repeat: a merge of the same two commits is not made again. Like the head of the merge request, the ref is not in the journal.
   * @returns the commit with the tip of the target branch; null where there is none
   * @throws WrongStorage, ProjectNotFound, RepositoryBusy, StorageInMaintenance, NotCopied
   */
  async execute(asked: Asked): Promise<OutputOf<typeof Contract>['merge']> {
    const repository = await this.ensureRepository.forChange(asked.projectId);
    const { path } = repository;
    const [branch, theirs] = [parseBranchName(asked.targetBranch), parseObjectId(asked.sourceTip)];
    const ours = branch && (await this.git.branches.find(path, branch))?.tip;
    if (!ours || !theirs || (await this.git.refs.tip(path, mergeRequestHead(asked.iid))) !== theirs) return null;
    const there = await this.git.refs.tip(path, mergeRequestMerge(asked.iid));
    const parents = there && (await this.git.objects.commit(path, there))?.parents;
    if (there && parents?.length === 2 && parents[0] === ours && parents[1] === theirs)
      return { commit: there, targetTip: ours };
    const made = await this.make(path, asked, ours, theirs);
    return made && (await this.point(repository, asked.iid, theirs, made)) ? { commit: made, targetTip: ours } : null;
  }

  /** Writes the commit. @returns null where the changes conflict */
  private async make(path: RepositoryPath, asked: Asked, ours: ObjectId, theirs: ObjectId): Promise<ObjectId | null> {
    const tree = await this.git.merges.merge(path, ours, theirs);
    if (tree === null) return null;
    const committer = signatureOf(asked.merger, asked);
    const message = `Merge ${theirs} into ${ours}`;
    const commit = await newCommit({ tree, parents: [ours, theirs], author: committer, committer, message });
    await this.git.objectsWriter.write(path, [commit]);
    return commit.id;
  }

  /** Returns false when the head has moved on since: an earlier merge must not replace a later one. */
  private point({ projectId, path }: RepositoryAt, iid: number, head: ObjectId, to: ObjectId): Promise<boolean> {
    return this.writers.during(projectId, async () => {
      if ((await this.git.refs.tip(path, mergeRequestHead(iid))) !== head) return false;
      const ref = mergeRequestMerge(iid);
      await this.git.refsWriter.move(path, [{ ref, from: await this.git.refs.tip(path, ref), to }]);
      await this.hiddenRefs.follow(projectId);
      return true;
    });
  }
}
