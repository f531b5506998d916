import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { MergeWhenSucceededJob } from '../jobs.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { defaultMessage } from './commit-message.rules.js';
import { MergeAccessFacts } from '../mergeability/merge-access.facts.js';
import { MergeMergeRequest } from './merge.js';
import { decide } from '../mergeability/mergeability.rules.js';
import { MergesStore, type AutoMerge } from './merges.store.js';
import { PreparedFacts } from './prepared.facts.js';

/**
 * Runs the automatic merge of a merge request, if its pipeline has succeeded. User, permissions, branches and pipeline are queried anew. If
 * one of them does not allow the merge, the automatic merge stays set; if the user is gone or the source has another commit, it is cancelled.
 */
@Injectable()
export class MergeWhenPipelineSucceeded {
  constructor(
    private readonly db: Database,
    private readonly mergesStore: MergesStore,
    private readonly mergeAccessFacts: MergeAccessFacts,
    private readonly preparedFacts: PreparedFacts,
    private readonly mergeMergeRequest: MergeMergeRequest,
    private readonly access: AccessResolver,
    private readonly peopleFacts: PeopleFacts,
  ) {}

  /** May be run again at any time. */
  @Job(MergeWhenSucceededJob)
  async execute({ mergeRequestId: id }: JobDataOf<typeof MergeWhenSucceededJob>): Promise<void> {
    // A write that added no job because this one was waiting may not have committed yet; it has locked the merge request.
    await this.db.tx((tx) => this.mergesStore.lock(tx, id));
    const mergeRequest = await this.mergesStore.byId(this.db, id);
    if (mergeRequest?.state !== 'opened' || !mergeRequest.autoMerge) return;
    const { autoMerge, targetProjectId } = mergeRequest;
    const caller = await this.peopleFacts.principal(autoMerge.userId);
    if (!caller) return this.end(id, autoMerge);
    const access = await this.access.project({ id: targetProjectId }, caller);
    if (!access || !(await this.mergeAccessFacts.mayMerge(mergeRequest, access, caller))) return;
    const candidate = await this.preparedFacts.of(mergeRequest, access.project, true, () => true);
    if (candidate.sourceTip !== autoMerge.sha) return this.end(id, autoMerge);
    if (candidate.pipeline !== 'success' || decide(candidate, access.project, false) !== 'merge') return;
    const { userId, name, email } = caller;
    const merger = { userId, name, email, tokenId: null };
    await this.mergeMergeRequest.execute(mergeRequest, {
      merger,
      ...{ project: access.project, squashing: autoMerge },
      ...{ sourceSha: autoMerge.sha, targetSha: candidate.targetTip! },
      message: autoMerge.message ?? defaultMessage(mergeRequest, access.project),
      removeSourceBranch: undefined,
      byAutoMerge: true,
      baseUrl: autoMerge.baseUrl,
      commitMessages: candidate.messages,
    });
  }

  /** Cancels this automatic merge, but not one that has replaced it. */
  private end(id: number, ended: AutoMerge): Promise<void> {
    return this.db.tx(async (tx) => {
      const mergeRequest = await this.mergesStore.lock(tx, id);
      const isSame = mergeRequest?.autoMerge?.userId === ended.userId && mergeRequest.autoMerge.sha === ended.sha;
      if (isSame && mergeRequest.state === 'opened') await this.mergesStore.clearAutoMerge(tx, id);
    });
  }
}
