import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { OutputOf, ProjectCard } from '@hearth/contract-kit';
import { PrepareMergeCommand } from '@hearth/repository-contracts';
import { Unauthorized } from '@hearth/http';
import { CandidateFacts } from '../mergeability/candidate.facts.js';
import type { BranchProtection, Candidate } from '../mergeability/mergeability.rules.js';
import type { FoundMergeable } from './merges.store.js';

/** A candidate with the messages of the newest commits of its version; undefined where the source has moved on from that. */
export interface PreparedCandidate extends Candidate {
  readonly messages: readonly string[] | undefined;
}

/** Prepares merges. */
@Injectable()
export class PreparedFacts {
  constructor(
    private readonly candidateFacts: CandidateFacts,
    private readonly calls: Calls,
  ) {}

  /**
   * The merge request with the present tips of its branches; the commits of the source are in the target's repository afterwards.
   * @param wantsAutoMerge whether the caller wants to merge when the pipeline succeeds: only then, and where the project requires it, ci is
   * queried
   * @throws Unauthorized when `mayMerge` refuses the protection of the target branch
   */
  async of(
    mergeRequest: FoundMergeable,
    project: ProjectCard,
    wantsAutoMerge: boolean,
    mayMerge: (protection: BranchProtection) => boolean,
  ): Promise<PreparedCandidate> {
    const { state, title, headSha, discussionsResolved, approvalsLeft } = mergeRequest;
    const prepared = await this.prepared(mergeRequest, project.mergeMethod !== 'merge');
    const { sourceTip, targetTip, hasCommits, isBehind = false, protection, messages } = prepared;
    if (!mayMerge(protection)) throw Unauthorized();
    const asksPipeline = sourceTip !== null && (wantsAutoMerge || project.onlyAllowMergeIfPipelineSucceeds);
    const pipeline = asksPipeline ? await this.candidateFacts.pipeline(mergeRequest, sourceTip) : null;
    const candidate = {
      state,
      title,
      sourceTip,
      targetTip,
      hasCommits,
      isBehind,
      discussionsResolved,
      approvalsLeft,
      pipeline,
    };
    return { ...candidate, messages: headSha === sourceTip ? messages : undefined };
  }

  /** Tips of the branches; the commits of the source are in the target's repository afterwards. @param asksBehind whether `isBehind` is wanted */
  prepared(mergeRequest: FoundMergeable, asksBehind: boolean): Promise<OutputOf<typeof PrepareMergeCommand>> {
    const {
      targetProjectId: projectId,
      iid,
      sourceProjectId,
      sourceBranch,
      targetBranch,
      baseSha: since,
    } = mergeRequest;
    const asked = { projectId, iid, sourceProjectId, sourceBranch, targetBranch, since, asksBehind };
    return this.calls.command(PrepareMergeCommand, asked);
  }
}
