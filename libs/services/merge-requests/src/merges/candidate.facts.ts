import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal, type ProjectCard } from '@hearth/contract-kit';
import { NewestPipelinesQuery } from '@hearth/ci-contracts';
import {
  CanMergeQuery,
  CommitMissing,
  ContainsManyQuery,
  FindRefsQuery,
  RefProtectionQuery,
  SyncMergeRequestHeadCommand,
} from '@hearth/repository-contracts';
import type { BranchProtection, Candidate } from './mergeability.rules.js';
import type { Mergeable } from './merges.store.js';

type InProject = Pick<Mergeable, 'targetProjectId'>;
type FromBranch = Pick<Mergeable, 'sourceProjectId' | 'sourceBranch'>;
/** Merge request, reduced to its target. */
export type IntoBranch = Pick<Mergeable, 'targetProjectId' | 'targetBranch'>;

/** Present facts that a merge depends on. */
@Injectable()
export class CandidateFacts {
  constructor(private readonly calls: Calls) {}

  /**
   * The merge request with the present tips of its branches; the commits of the source are in the target's repository afterwards.
   * @param wantsAutoMerge whether the caller wants to merge when the pipeline succeeds: only then, and where the project requires it, ci is
   * queried
   */
  async of(mergeRequest: Mergeable, project: ProjectCard, wantsAutoMerge: boolean): Promise<Candidate> {
    const { state, title } = mergeRequest;
    const [sourceTip, targetTip] = await Promise.all([this.sourceTip(mergeRequest), this.targetTip(mergeRequest)]);
    const asksPipeline = sourceTip !== null && (wantsAutoMerge || project.onlyAllowMergeIfPipelineSucceeds);
    const [hasCommits, pipeline] = await Promise.all([
      sourceTip !== null && targetTip !== null && this.hasCommits(mergeRequest, sourceTip, targetTip),
      asksPipeline ? this.pipeline(mergeRequest, sourceTip) : null,
    ]);
    return { state, title, sourceTip, targetTip, hasCommits, pipeline };
  }

  /** Protection of the target branch. */
  async protection({ targetProjectId, targetBranch }: IntoBranch): Promise<BranchProtection> {
    const asked = { projectId: targetProjectId, branches: [targetBranch] };
    const { branches } = await this.calls.query(RefProtectionQuery, asked);
    return branches[0]!;
  }

  /** Tip of the target branch; null where it does not exist. */
  async targetTip({ targetProjectId, targetBranch }: Mergeable): Promise<string | null> {
    const asked = { projectId: targetProjectId, branches: [targetBranch], tags: [] };
    const { branches } = await this.calls.query(FindRefsQuery, asked);
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

  /** Null where the source branch, or its project, is gone. */
  private async sourceTip(mergeRequest: Mergeable): Promise<string | null> {
    const { targetProjectId: projectId, iid, sourceProjectId, sourceBranch } = mergeRequest;
    try {
      const asked = { projectId, iid, sourceProjectId, sourceBranch };
      return (await this.calls.command(SyncMergeRequestHeadCommand, asked)).head;
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    }
  }

  /** Status of the newest pipeline of a commit in the source project; null without one. */
  async pipeline({ sourceProjectId, sourceBranch }: FromBranch, sha: string): Promise<Candidate['pipeline']> {
    const asked = { projectId: sourceProjectId, heads: [{ ref: sourceBranch, sha }] };
    const { pipelines } = await this.calls.query(NewestPipelinesQuery, asked);
    return pipelines[0]?.status ?? null;
  }
}
