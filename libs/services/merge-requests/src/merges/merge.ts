import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal, type OutputOf } from '@hearth/contract-kit';
import { MergeRequestMergedEvent } from '@hearth/merge-requests-contracts';
import { MergeCommand } from '@hearth/repository-contracts';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf, Jobs } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { CleanUpMergeJob, MergeWhenSucceededJob, ResumeMergeJob } from '../jobs.js';
import { CandidateFacts } from './candidate.facts.js';
import { ClosingFacts } from './closing.facts.js';
import { isWorkInProgress } from '../merge-requests/merge-request.rules.js';
import { MergesStore, type Attempt, type Mergeable } from './merges.store.js';

/** Merge as decided. */
export interface MergePlan extends Omit<Attempt, 'attempt' | 'mergedAt' | 'closing'> {
  readonly targetBranch: string;
  /** Undefined: the present setting of the merge request. */
  readonly removeSourceBranch: boolean | undefined;
  /** Whether it is the merger's automatic merge, which must still be set. */
  readonly byAutoMerge: boolean;
  /** Base URL of the request; null without one. */
  readonly baseUrl: string | null;
  /** Messages of the newest commits of the merged version; undefined: not read yet. */
  readonly commitMessages: readonly string[] | undefined;
}

/**
 * Outcome of a merge. `not-mergeable`: the merge request has changed, or another merge of it is running. `lost`: the target branch has moved
 * with every attempt.
 */
export type MergeOutcome = 'merged' | 'conflict' | 'forbidden' | 'lost' | 'not-mergeable';

type Answer = OutputOf<typeof MergeCommand>;

const ATTEMPTS = 3;
/** Delay of the job that resumes the merge of a crashed request; a request that is still running gets the same result. */
const RESUME_AFTER_SECONDS = 10;

/** Merges merge requests exactly once and with the checked commits, even if processes crash meanwhile. See docs/merging.md of this lib. */
@Injectable()
export class MergeMergeRequest {
  constructor(
    private readonly db: Database,
    private readonly mergesStore: MergesStore,
    private readonly candidateFacts: CandidateFacts,
    private readonly closingFacts: ClosingFacts,
    private readonly calls: Calls,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /** Runs a plan whose tips, permissions and pipeline were just checked. */
  async execute(plan: MergePlan): Promise<MergeOutcome> {
    const found = await this.mergesStore.byId(this.db, plan.mergeRequestId);
    const closing = found ? await this.closingFacts.named(found, plan.baseUrl, plan.commitMessages) : [];
    const isStarted = await this.db.tx((tx) => this.start(tx, plan, closing));
    return isStarted ? this.resume(plan) : 'not-mergeable';
  }

  /** Completes a running merge. May be run again at any time, also at once. */
  @Job(ResumeMergeJob)
  async resume({ mergeRequestId: id }: JobDataOf<typeof ResumeMergeJob>): Promise<MergeOutcome> {
    for (;;) {
      const attempt = await this.mergesStore.attempt(this.db, id);
      const mergeRequest = await this.mergesStore.byId(this.db, id);
      if (!attempt) return mergeRequest?.state === 'merged' ? 'merged' : 'not-mergeable';
      const outcome = await this.run(attempt);
      if (outcome) return outcome;
    }
  }

  /** Sets the merge request merged by a push that contained the head; runs inside a transaction that has locked it. */
  async setMergedByPush(
    tx: Tx,
    mergeRequest: Mergeable,
    { userId, closing }: Pick<Merged, 'userId' | 'closing'>,
  ): Promise<void> {
    await this.finish(tx, mergeRequest, { commit: null, sha: mergeRequest.headSha!, userId, closing });
  }

  private async start(tx: Tx, plan: MergePlan, closing: Attempt['closing']): Promise<boolean> {
    const mergeRequest = await this.mergesStore.lock(tx, plan.mergeRequestId);
    if (!mergeRequest || !isAsPlanned(mergeRequest, plan)) return false;
    await this.mergesStore.start(tx, { ...plan, closing, mergedAt: new Date() }, plan);
    const options = { startAfterSeconds: RESUME_AFTER_SECONDS };
    await this.jobs.add(tx, ResumeMergeJob, { mergeRequestId: plan.mergeRequestId }, options);
    return true;
  }

  /** @returns undefined where another attempt follows, or another process has made this one */
  private async run(attempt: Attempt): Promise<MergeOutcome | undefined> {
    const mergeRequest = await this.db.tx((tx) => this.mergesStore.lock(tx, attempt.mergeRequestId));
    if (!mergeRequest) return 'not-mergeable';
    const answer = await this.ask(mergeRequest, attempt);
    if (answer.outcome !== 'moved') return this.db.tx((tx) => this.settle(tx, attempt, answer));
    const tip = await this.candidateFacts.targetTip(mergeRequest);
    const { sourceSha } = attempt;
    // A push has brought the source's commits to the target meanwhile: there is nothing left to merge.
    if (tip !== null && !(await this.candidateFacts.hasCommits(mergeRequest, sourceSha, tip)))
      return this.db.tx((tx) => this.settle(tx, attempt, { outcome: 'merged', commit: null }));
    return this.db.tx((tx) => this.settle(tx, attempt, answer, attempt.attempt < ATTEMPTS ? tip : null));
  }

  /** A missing commit or project counts as a conflict. */
  private async ask({ targetProjectId, targetBranch }: Mergeable, attempt: Attempt): Promise<Answer> {
    const { targetSha: targetTip, sourceSha: sourceTip, message, merger, mergedAt } = attempt;
    const asked = { projectId: targetProjectId, targetBranch, targetTip, sourceTip, message, merger };
    try {
      return await this.calls.command(MergeCommand, { ...asked, mergedAt: mergedAt.toISOString() });
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return { outcome: 'conflict', commit: null };
      throw error;
    }
  }

  /** @param tip tip of the target branch, for the next attempt */
  private async settle(
    tx: Tx,
    made: Attempt,
    answer: Answer,
    tip: string | null = null,
  ): Promise<MergeOutcome | undefined> {
    const { mergeRequestId: id, merger, sourceSha, closing } = made;
    const mergeRequest = await this.mergesStore.lock(tx, id);
    const current = mergeRequest && (await this.mergesStore.attempt(tx, id));
    if (current?.attempt !== made.attempt) return undefined;
    if (answer.outcome === 'merged') {
      await this.finish(tx, mergeRequest!, { commit: answer.commit, sha: sourceSha, userId: merger.userId, closing });
      const remover = { tokenId: merger.tokenId };
      await this.jobs.add(
        tx,
        CleanUpMergeJob,
        { mergeRequestId: id, ...remover },
        { startAfterSeconds: RESUME_AFTER_SECONDS },
      );
      return 'merged';
    }
    if (tip !== null) {
      await this.mergesStore.moveOn(tx, id, tip, new Date());
      return undefined;
    }
    const outcome = answer.outcome === 'moved' ? 'lost' : answer.outcome;
    await this.mergesStore.setFailed(tx, id, outcome);
    // The automatic merge is unchanged, and no event retries it, as only the target branch has moved.
    if (outcome === 'lost' && mergeRequest!.autoMerge)
      await this.jobs.add(tx, MergeWhenSucceededJob, { mergeRequestId: id }, { singletonKey: String(id) });
    return outcome;
  }

  private async finish(tx: Tx, mergeRequest: Mergeable, { commit, sha, userId, closing }: Merged): Promise<void> {
    const { id, iid, targetProjectId, targetBranch } = mergeRequest;
    await this.mergesStore.setMerged(tx, id, commit, userId);
    await this.mergesStore.note(tx, mergeRequest, userId, 'merged');
    const merged = { projectId: targetProjectId, iid, targetBranch, userId, sha, mergeCommit: commit };
    await this.outbox.append(tx, MergeRequestMergedEvent, { ...merged, closing: [...closing] });
  }
}

interface Merged {
  readonly commit: string | null;
  readonly sha: string;
  readonly userId: Attempt['merger']['userId'];
  readonly closing: Attempt['closing'];
}

/** Compares the facts that may have changed since the plan was made. The newest version is the one that the merge request shows as merged. */
function isAsPlanned({ state, title, targetBranch, headSha, autoMerge }: Mergeable, plan: MergePlan): boolean {
  if (state !== 'opened' || isWorkInProgress(title)) return false;
  if (targetBranch !== plan.targetBranch || headSha !== plan.sourceSha) return false;
  return !plan.byAutoMerge || (autoMerge?.userId === plan.merger.userId && autoMerge.sha === plan.sourceSha);
}
