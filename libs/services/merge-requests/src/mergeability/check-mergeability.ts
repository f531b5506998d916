import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { VersionFacts } from '../diffs/version.facts.js';
import { VersionsStore } from '../diffs/versions.store.js';
import { SyncMergeRequestJob } from '../jobs.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { CandidateFacts } from './candidate.facts.js';
import { MergesStore } from '../merges/merges.store.js';

/** Result of the newest check; without a source tip where a branch is missing. */
type Checked = Pick<MergeRequestRecord, 'mergeStatus' | 'checkedSourceSha' | 'checkedTargetSha'>;

/** Checks whether git can merge a merge request, once for each pair of tips: a stored result of another pair does not count. */
@Injectable()
export class CheckMergeability {
  constructor(
    private readonly db: Database,
    private readonly versionFacts: VersionFacts,
    private readonly versionsStore: VersionsStore,
    private readonly candidateFacts: CandidateFacts,
    private readonly mergesStore: MergesStore,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Present status; of one that is not open, the status of its last check. Where the target contains commits of the source now, or was reset,
   * it adds the job that creates a version.
   */
  async execute(mergeRequest: MergeRequestRecord): Promise<Checked> {
    const { id, state, headSha, mergeStatus, checkedSourceSha, checkedTargetSha } = mergeRequest;
    const stored = { mergeStatus, checkedSourceSha, checkedTargetSha };
    if (state !== 'opened') return stored;
    const { source, target } = await this.versionFacts.tips(mergeRequest);
    if (source === null || target === null) return this.broken(mergeRequest);
    if (source === checkedSourceSha && target === checkedTargetSha) return stored;
    // The new commits may still be only in the fork.
    if (source !== headSha) return { mergeStatus: 'unchecked', checkedSourceSha: null, checkedTargetSha: null };
    const latest = await this.versionsStore.latest(this.db, id);
    const [hasCommits, isClean, isOther] = await Promise.all([
      this.candidateFacts.hasCommits(mergeRequest, source, target),
      this.candidateFacts.isClean(mergeRequest, source, target),
      latest !== undefined && this.versionFacts.isOther(mergeRequest.targetProjectId, latest, target),
    ]);
    const status = hasCommits && isClean ? 'can_be_merged' : 'cannot_be_merged';
    await this.db.tx(async (tx) => {
      await this.mergesStore.setStatus(tx, id, status, { source, target });
      const again = { mergeRequestId: id, again: true };
      if (isOther) await this.jobs.add(tx, SyncMergeRequestJob, again, { singletonKey: `${id} again` });
    });
    return { mergeStatus: status, checkedSourceSha: source, checkedTargetSha: target };
  }

  /** Stores the status of a missing branch. It holds for no tips: the check is repeated when both branches exist. */
  private async broken({ id, mergeStatus, checkedSourceSha }: MergeRequestRecord): Promise<Checked> {
    const status = 'cannot_be_merged';
    if (mergeStatus !== status || checkedSourceSha !== null)
      await this.db.tx((tx) => this.mergesStore.setBroken(tx, id, status));
    return { mergeStatus: status, checkedSourceSha: null, checkedTargetSha: null };
  }
}
