import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import { Database } from '@hearth/data';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { CandidateFacts } from './candidate.facts.js';
import { defaultMessage } from './commit-message.rules.js';
import { MergeAccessFacts } from './merge-access.facts.js';
import { MergeMergeRequest } from './merge.js';
import { decide } from './mergeability.rules.js';
import { MergesStore, type Wish } from './merges.store.js';

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
    private readonly candidateFacts: CandidateFacts,
    private readonly mergeMergeRequest: MergeMergeRequest,
    private readonly access: AccessResolver,
    private readonly peopleFacts: PeopleFacts,
  ) {}

  /** May be run again at any time. */
  async execute(id: number): Promise<void> {
    const mergeRequest = await this.mergesStore.byId(this.db, id);
    if (mergeRequest?.state !== 'opened' || !mergeRequest.wish) return;
    const { wish, targetProjectId, targetBranch } = mergeRequest;
    const wisher = await this.peopleFacts.principal(wish.userId);
    if (!wisher) return this.end(id, wish);
    const access = await this.access.project({ id: targetProjectId }, wisher);
    if (!access || !(await this.mergeAccessFacts.mayMerge(mergeRequest, access, wisher))) return;
    const candidate = await this.candidateFacts.of(mergeRequest, access.project, true);
    if (candidate.sourceTip !== wish.sha) return this.end(id, wish);
    if (candidate.pipeline !== 'success' || decide(candidate, access.project, false) !== 'merge') return;
    const { userId, name, email } = wisher;
    await this.mergeMergeRequest.execute({
      ...{ mergeRequestId: id, targetBranch, sourceSha: wish.sha, targetSha: candidate.targetTip! },
      message: wish.message ?? defaultMessage(mergeRequest, access.project),
      ...{
        merger: { userId, name, email, tokenId: null },
        removeSourceBranch: undefined,
        byWish: true,
        baseUrl: wish.baseUrl,
      },
    });
  }

  /** Cancels this automatic merge, but not one that has replaced it. */
  private end(id: number, ended: Wish): Promise<void> {
    return this.db.tx(async (tx) => {
      const mergeRequest = await this.mergesStore.lock(tx, id);
      const isSame = mergeRequest?.wish?.userId === ended.userId && mergeRequest.wish.sha === ended.sha;
      if (isSame && mergeRequest.state === 'opened') await this.mergesStore.clearWish(tx, id);
    });
  }
}
