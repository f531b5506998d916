import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import type { PrepareMergeCommand as Contract } from '@hearth/repository-contracts';
import { ProjectNotFound } from '@hearth/http';
import { Git } from '../git/git.js';
import { parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseBranchName } from '../git/refs/ref-name.js';
import { RefsFacts } from '../refs/refs.facts.js';
import { SyncMergeRequestHead } from '../refs/sync-merge-request-head.js';
import { EnsureRepository, type RepositoryAt } from '../repositories/ensure-repository.js';

const MOST_COMMITS = 100;

/** Collects what decides about a merge. */
@Injectable()
export class PrepareMerge {
  constructor(
    private readonly syncMergeRequestHead: SyncMergeRequestHead,
    private readonly ensureRepository: EnsureRepository,
    private readonly refsFacts: RefsFacts,
    private readonly git: Git,
  ) {}

  /** Safe to repeat. @throws WrongStorage, RepositoryBusy, ProjectNotFound when the target was deleted */
  async execute(asked: InputOf<typeof Contract>): Promise<OutputOf<typeof Contract>> {
    const { projectId, targetBranch, since, asksBehind = false } = asked;
    const repository = await this.ensureRepository.execute(projectId);
    const { path } = repository;
    const sourceTip = await this.sourceTip(repository, asked);
    const { branches } = await this.refsFacts.protection(projectId, { branches: [targetBranch], tags: [] });
    const target = parseBranchName(targetBranch);
    const targetTip = (target && (await this.git.branches.find(path, target))?.tip) ?? null;
    const [hasCommits, messages, isBehind] =
      sourceTip && targetTip
        ? await Promise.all([
            this.git.ancestry.containedIn(path, targetTip, [sourceTip]).then((contained) => !contained.has(sourceTip)),
            this.messages(path, sourceTip, since),
            asksBehind && this.git.ancestry.contains(path, targetTip, sourceTip).then((isContained) => !isContained),
          ])
        : [false, [], false];
    const answer = { sourceTip, targetTip, hasCommits, protection: branches[0]!, messages };
    return asksBehind ? { ...answer, isBehind } : answer;
  }

  /** @returns null where the branch or its project is gone */
  private async sourceTip(target: RepositoryAt, asked: InputOf<typeof Contract>): Promise<ObjectId | null> {
    try {
      return await this.syncMergeRequestHead.within(target, asked);
    } catch (error) {
      if (ProjectNotFound.is(error)) return null;
      throw error;
    }
  }

  private async messages(path: RepositoryPath, tip: ObjectId, since: string | null): Promise<string[]> {
    const without = since === null ? null : parseObjectId(since);
    if (since !== null && (!without || (await this.git.objects.commits(path, [without])).length === 0)) return [];
    const window = { offset: 0, limit: MOST_COMMITS };
    const { ids } = await this.git.history.page(path, { tip, ...(without && { without }) }, window);
    return (await this.git.objects.commits(path, ids)).map(({ message }) => message);
  }
}
