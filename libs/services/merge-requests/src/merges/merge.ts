import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Refusal, type OutputOf, type ProjectCard } from '@hearth/contract-kit';
import { MergeRequestMergedEvent } from '@hearth/merge-requests-contracts';
import { MergeCommand } from '@hearth/repository-contracts';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf, Jobs } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { CleanUpMergeJob, MergeWhenSucceededJob, ResumeMergeJob } from '../jobs.js';
import { CandidateFacts } from '../mergeability/candidate.facts.js';
import { ClosingFacts } from './closing.facts.js';
import { conditionsAllowMerge } from '../mergeability/mergeability.rules.js';
import { isWorkInProgress } from '../merge-requests/merge-request.rules.js';
import { removesSourceBranch } from './source-branch.rules.js';
import { SquashFacts, type SquashChoice } from './squash.facts.js';
import { MergesStore, type Attempt, type Mergeable } from './merges.store.js';

/** Merge as decided. */
export interface MergePlan extends Pick<Attempt, 'merger' | 'sourceSha' | 'targetSha' | 'message'> {
  /** The target. */
  readonly project: Pick<ProjectCard, 'mergeMethod' | 'squashOption' | 'onlyAllowMergeIfAllDiscussionsAreResolved'>;
  readonly squashing: SquashChoice;
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

/** Reasons of failed merges, for users. */
const ERRORS = {
  conflict: 'Conflicts detected during merge',
  forbidden: 'The user may not merge into the target branch',
  lost: 'The target branch has moved with every attempt to merge',
} satisfies Record<Exclude<MergeOutcome, 'merged' | 'not-mergeable'>, string>;

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
    private readonly squashFacts: SquashFacts,
  ) {}

  /** Runs a plan for a merge request whose tips, permissions and pipeline were just checked. */
  async execute(mergeRequest: Mergeable, plan: MergePlan): Promise<MergeOutcome> {
    const { project, squashing, merger } = plan;
    const [closing, commits] = await Promise.all([
      this.closingFacts.named(mergeRequest, plan.baseUrl, plan.commitMessages),
      this.squashFacts.of(mergeRequest, project, squashing, merger),
    ]);
    const attempt = await this.db.tx((tx) => this.start(tx, mergeRequest, plan, { closing, ...commits }));
    if (!attempt) return 'not-mergeable';
    return (await this.run(attempt)) ?? this.resume(attempt);
  }

  /** Completes a running merge. May be run again at any time, also at once. */
  @Job(ResumeMergeJob)
  async resume({ mergeRequestId: id }: JobDataOf<typeof ResumeMergeJob>): Promise<MergeOutcome> {
    for (;;) {
      const attempt = await this.mergesStore.attempt(this.db, id);
      if (!attempt) return (await this.mergesStore.byId(this.db, id))?.state === 'merged' ? 'merged' : 'not-mergeable';
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
    const nothing = { commit: null, squashCommit: null };
    await this.finish(tx, mergeRequest, { ...nothing, sha: mergeRequest.headSha!, userId, closing });
  }

  /** @returns undefined where the merge request has changed since the plan was made */
  private async start(
    tx: Tx,
    { id: mergeRequestId, targetProjectId, targetBranch }: Mergeable,
    plan: MergePlan,
    found: Pick<Attempt, 'closing' | 'method' | 'squash'>,
  ): Promise<Attempt | undefined> {
    const mergeRequest = await this.mergesStore.lock(tx, mergeRequestId);
    if (mergeRequest?.targetBranch !== targetBranch || !isAsPlanned(mergeRequest, plan)) return undefined;
    if (!conditionsAllowMerge(await this.mergesStore.conditions(tx, mergeRequestId), plan.project)) return undefined;
    const { merger, sourceSha, targetSha, message } = plan;
    const commit = { merger, sourceSha, targetSha, message, mergedAt: new Date() };
    const attempt = { mergeRequestId, targetProjectId, targetBranch, attempt: 1, ...commit, ...found };
    await this.mergesStore.start(tx, attempt, plan);
    await this.jobs.add(tx, ResumeMergeJob, { mergeRequestId }, { startAfterSeconds: RESUME_AFTER_SECONDS });
    return attempt;
  }

  /** @returns undefined where another attempt follows, or another process has made this one */
  private async run(attempt: Attempt): Promise<MergeOutcome | undefined> {
    const answer = await this.ask(attempt);
    if (answer.outcome !== 'moved') return this.db.tx((tx) => this.settle(tx, attempt, answer));
    const { targetProjectId: projectId, targetBranch: branch } = attempt;
    const tip = await this.candidateFacts.tip({ projectId, branch });
    // A push has brought the source's commits to the target meanwhile: there is nothing left to merge.
    if (tip !== null && !(await this.candidateFacts.hasCommits(attempt, attempt.sourceSha, tip)))
      return this.db.tx((tx) => this.settle(tx, attempt, { outcome: 'merged', commit: null }));
    return this.db.tx((tx) => this.settle(tx, attempt, answer, attempt.attempt < ATTEMPTS ? tip : null));
  }

  /** A missing commit or project counts as a conflict. */
  private async ask(attempt: Attempt): Promise<Answer> {
    const { targetProjectId: projectId, targetBranch, message, method, squash, merger, mergedAt } = attempt;
    const { targetSha: targetTip, sourceSha: sourceTip } = attempt;
    const asked = { projectId, targetBranch, targetTip, sourceTip, message, method, squash, merger };
    try {
      return await this.calls.command(MergeCommand, { ...asked, mergedAt: mergedAt.toISOString() });
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return { outcome: 'conflict', commit: null };
      throw error;
    }
  }

  /** @param tip target of the next attempt; null where there is none */
  private async settle(
    tx: Tx,
    attempt: Attempt,
    answer: Answer,
    tip: string | null = null,
  ): Promise<MergeOutcome | undefined> {
    const { mergeRequestId: id, merger, sourceSha, closing } = attempt;
    const mergeRequest = await this.mergesStore.lockAttempt(tx, attempt);
    if (!mergeRequest) return undefined;
    if (answer.outcome === 'merged') {
      const { commit, squashCommit = null } = answer;
      await this.finish(tx, mergeRequest, { commit, squashCommit, sha: sourceSha, userId: merger.userId, closing });
      const data = { mergeRequestId: id, tokenId: merger.tokenId };
      const options = { startAfterSeconds: RESUME_AFTER_SECONDS };
      if (removesSourceBranch(mergeRequest)) await this.jobs.add(tx, CleanUpMergeJob, data, options);
      return 'merged';
    }
    if (tip !== null) {
      await this.mergesStore.moveOn(tx, id, tip, new Date());
      return undefined;
    }
    const outcome = answer.outcome === 'moved' ? 'lost' : answer.outcome;
    await this.mergesStore.setFailed(tx, id, ERRORS[outcome]);
    // The automatic merge is unchanged, and no event retries it, as only the target branch has moved.
    if (outcome === 'lost' && mergeRequest.autoMerge)
      await this.jobs.add(tx, MergeWhenSucceededJob, { mergeRequestId: id }, { singletonKey: String(id) });
    return outcome;
  }

  private async finish(
    tx: Tx,
    mergeRequest: Mergeable,
    { commit, squashCommit, sha, userId, closing }: Merged,
  ): Promise<void> {
    const { id, iid, targetProjectId, targetBranch } = mergeRequest;
    await this.mergesStore.setMerged(tx, id, { commit, squashCommit }, userId);
    const merged = {
      projectId: targetProjectId,
      mergeRequestId: id,
      iid,
      targetBranch,
      userId,
      sha,
      mergeCommit: commit,
    };
    await this.outbox.append(tx, MergeRequestMergedEvent, { ...merged, closing: [...closing] });
  }
}

interface Merged {
  readonly commit: string | null;
  readonly squashCommit: string | null;
  readonly sha: string;
  readonly userId: Attempt['merger']['userId'];
  readonly closing: Attempt['closing'];
}

/** Compares the facts that may have changed since the plan was made. The newest version is the one that the merge request shows as merged. */
function isAsPlanned({ state, title, headSha, autoMerge }: Mergeable, plan: MergePlan): boolean {
  if (state !== 'opened' || isWorkInProgress(title) || headSha !== plan.sourceSha) return false;
  return !plan.byAutoMerge || (autoMerge?.userId === plan.merger.userId && autoMerge.sha === plan.sourceSha);
}
