import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { VersionFacts } from '../diffs/version.facts.js';
import type { MergeStatus } from '../merge-requests/merge-request.rules.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { CandidateFacts } from './candidate.facts.js';
import { MergesStore } from './merges.store.js';

/** Finds out whether git can merge a merge request, once for each pair of tips: what is stored of another pair does not count. */
@Injectable()
export class CheckMergeability {
  constructor(
    private readonly db: Database,
    private readonly versionFacts: VersionFacts,
    private readonly candidateFacts: CandidateFacts,
    private readonly mergesStore: MergesStore,
  ) {}

  /** The status as of now; of one that is not open, as of its last check. */
  async execute(mergeRequest: MergeRequestRecord): Promise<MergeStatus> {
    const { id, state, headSha, mergeStatus, checkedSourceSha, checkedTargetSha } = mergeRequest;
    if (state !== 'opened') return mergeStatus;
    const { source, target } = await this.versionFacts.tips(mergeRequest);
    if (source === null || target === null) return 'cannot_be_merged';
    if (source === checkedSourceSha && target === checkedTargetSha) return mergeStatus;
    // The new commits may still be in the fork only.
    if (source !== headSha) return 'unchecked';
    const isMergeable =
      (await this.candidateFacts.hasCommits(mergeRequest, source, target)) &&
      (await this.candidateFacts.isClean(mergeRequest, source, target));
    const status = isMergeable ? 'can_be_merged' : 'cannot_be_merged';
    await this.db.tx((tx) => this.mergesStore.setStatus(tx, id, status, { source, target }));
    return status;
  }
}
