import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { NewestPipelinesQuery } from '@hearth/ci-contracts';
import type { ProjectId } from '@hearth/contract-kit';
import {
  CanMergeQuery,
  CommitMissing,
  ContainsManyQuery,
  FindRefsQuery,
  RefProtectionQuery,
} from '@hearth/repository-contracts';
import type { BranchProtection, Candidate } from './mergeability.rules.js';
import type { Mergeable } from '../merges/merges.store.js';

type InProject = Pick<Mergeable, 'targetProjectId'>;
type FromBranch = Pick<Mergeable, 'id' | 'sourceProjectId' | 'sourceBranch'>;
/** Branch of a project. */
interface InBranch {
  readonly projectId: ProjectId;
  readonly branch: string;
}

/** Present facts that a merge depends on. */
@Injectable()
export class CandidateFacts {
  constructor(private readonly calls: Calls) {}

  async protection({ projectId, branch }: InBranch): Promise<BranchProtection> {
    const { branches } = await this.calls.query(RefProtectionQuery, { projectId, branches: [branch] });
    return branches[0]!;
  }

  /** Tip of a branch; null where it does not exist. */
  async tip({ projectId, branch }: InBranch): Promise<string | null> {
    const { branches } = await this.calls.query(FindRefsQuery, { projectId, branches: [branch], tags: [] });
    return branches[0] ?? null;
  }

  /** Whether git can merge the two tips without a conflict. */
  async isClean({ targetProjectId }: InProject, sourceTip: string, targetTip: string): Promise<boolean> {
    try {
      const asked = { projectId: targetProjectId, targetTip, sourceTip };
      return (await this.calls.query(CanMergeQuery, asked)).mergeable;
    } catch (error) {
      if (CommitMissing.is(error)) return false;
      throw error;
    }
  }

  /** Whether the source has commits that are not on the target. */
  async hasCommits({ targetProjectId }: InProject, sourceTip: string, targetTip: string): Promise<boolean> {
    const asked = { projectId: targetProjectId, commit: targetTip, candidates: [sourceTip] };
    const { contained } = await this.calls.query(ContainsManyQuery, asked);
    return contained.length === 0;
  }

  /** Status of the newest pipeline of the merge request, or else of its branch, for a commit in the source project; null without one. */
  async pipeline({ id, sourceProjectId, sourceBranch }: FromBranch, sha: string): Promise<Candidate['pipeline']> {
    const asked = { projectId: sourceProjectId, heads: [{ ref: sourceBranch, sha, mergeRequestId: id }] };
    const { pipelines } = await this.calls.query(NewestPipelinesQuery, asked);
    return pipelines[0]?.status ?? null;
  }
}
