import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import type { Principal, ProjectAccess, Refusal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Unauthorized } from '@hearth/http';
import { abilities } from '../abilities.js';
import { RecordVersion } from '../diffs/record-version.js';
import { canIn } from '../merge-requests/merge-request.rules.js';
import {
  BranchCannotBeMerged,
  MergeRequestEnded,
  MergeRequestNotFound,
  NotMergeable,
  ShaMismatch,
  SquashNotAllowed,
} from '../refusals.js';
import { CandidateFacts } from '../mergeability/candidate.facts.js';
import { CleanUpAfterMerge } from './clean-up.js';
import { defaultMessage } from './commit-message.rules.js';
import { MergeMergeRequest, type MergeOutcome } from './merge.js';
import { decide, mayMergeInto, type Candidate } from '../mergeability/mergeability.rules.js';
import { MergesStore, type Mergeable } from './merges.store.js';
import { PreparedFacts } from './prepared.facts.js';
import { SetAutoMerge } from './set-auto-merge.js';
import { squashesOnMerge } from './squash.rules.js';
import { removesSourceBranch } from './source-branch.rules.js';

/** Options of a merge. */
export interface AcceptOptions {
  /** Undefined: the default message. */
  readonly message: string | undefined;
  /** Undefined: the setting of the merge request. */
  readonly removeSourceBranch: boolean | undefined;
  readonly whenPipelineSucceeds: boolean;
  /** Undefined: the setting of the merge request. */
  readonly squash: boolean | undefined;
  /** Undefined: the title. */
  readonly squashMessage: string | undefined;
  /** Head that the caller has seen; undefined: any. */
  readonly sha: string | undefined;
  /** The public address of Hearth; null: not known. */
  readonly baseUrl: string | null;
}

/** Merges a merge request, or sets its automatic merge when the pipeline succeeds. */
@Injectable()
export class AcceptMergeRequest {
  constructor(
    private readonly db: Database,
    private readonly mergesStore: MergesStore,
    private readonly preparedFacts: PreparedFacts,
    private readonly candidateFacts: CandidateFacts,
    private readonly recordVersion: RecordVersion,
    private readonly setAutoMerge: SetAutoMerge,
    private readonly mergeMergeRequest: MergeMergeRequest,
    private readonly cleanUpAfterMerge: CleanUpAfterMerge,
  ) {}

  /** @throws MergeRequestNotFound, Unauthorized, SquashNotAllowed, MergeRequestEnded, NotMergeable, BranchCannotBeMerged, ShaMismatch: checked in this order */
  async execute(access: ProjectAccess, iid: number, options: AcceptOptions, actor: Principal): Promise<void> {
    const mergeRequest = await this.mergesStore.find(this.db, access.project.id, iid);
    if (!mergeRequest || !canIn(abilities.readMergeRequest, access, actor, mergeRequest)) throw MergeRequestNotFound();
    const { project, level } = access;
    if (!isAllowed(abilities.acceptMergeRequest, { ...project, level }, actor)) throw Unauthorized();
    const { removeSourceBranch, whenPipelineSucceeds, baseUrl } = options;
    if (options.squash && !squashesOnMerge(project, true)) throw SquashNotAllowed();
    const candidate = await this.preparedFacts.of(mergeRequest, project, whenPipelineSucceeds, (protection) =>
      mayMergeInto(protection, level),
    );
    const decision = decide(candidate, project, whenPipelineSucceeds);
    if (decision === 'ended') throw MergeRequestEnded();
    if (decision === 'not-mergeable')
      throw (await this.isConflict(mergeRequest, candidate)) ? BranchCannotBeMerged() : NotMergeable();
    const [sourceSha, targetSha] = [candidate.sourceTip!, candidate.targetTip!];
    await this.requireSha(mergeRequest, { sourceSha, targetSha }, options, decision === 'wait');
    // The merged head must have a version, even before the push's event arrives.
    if (sourceSha !== mergeRequest.headSha) await this.recordVersion.execute({ mergeRequestId: mergeRequest.id });
    if (decision === 'wait') {
      const { message = null, squash = null, squashMessage = null } = options;
      const autoMerge = { userId: actor.userId, sha: sourceSha, message, squash, squashMessage, baseUrl };
      return this.setAutoMerge.execute(mergeRequest.id, autoMerge, removeSourceBranch);
    }
    const message = options.message ?? defaultMessage(mergeRequest, project);
    const { userId, name, email, credential } = actor;
    const merger = { userId, name, email, tokenId: credential.tokenId };
    const plan = {
      ...{ merger, sourceSha, targetSha, message, removeSourceBranch, project },
      ...{ squashing: options, byAutoMerge: false, baseUrl, commitMessages: candidate.messages },
    };
    throwUnlessMerged(await this.mergeMergeRequest.execute(mergeRequest, plan));
    const shouldRemoveSourceBranch = removeSourceBranch ?? mergeRequest.shouldRemoveSourceBranch;
    if (!removesSourceBranch({ ...mergeRequest, shouldRemoveSourceBranch })) return;
    // Removes the source branch before the response; if that fails, the job does it.
    await this.cleanUpAfterMerge
      .execute({ mergeRequestId: mergeRequest.id, tokenId: merger.tokenId })
      .catch(() => undefined);
  }

  /** A conflict is reported as such even where another condition prevents the merge too, whether or not it was detected before. */
  private async isConflict(mergeRequest: Mergeable, candidate: Candidate): Promise<boolean> {
    const { state, sourceTip, targetTip, hasCommits } = candidate;
    if (state !== 'opened' || sourceTip === null || targetTip === null || !hasCommits) return false;
    return !(await this.candidateFacts.isClean(mergeRequest, sourceTip, targetTip));
  }

  /** Reports a conflict before a different head. Without a different head, and not for an automatic merge, the merge itself detects it. */
  private async requireSha(
    mergeRequest: Mergeable,
    { sourceSha, targetSha }: { sourceSha: string; targetSha: string },
    { sha }: AcceptOptions,
    isAutoMerge: boolean,
  ): Promise<void> {
    const isOther = sha !== undefined && sha !== sourceSha;
    if (!isOther && !isAutoMerge) return;
    if (!(await this.candidateFacts.isClean(mergeRequest, sourceSha, targetSha))) throw BranchCannotBeMerged();
    if (isOther) throw ShaMismatch();
  }
}

const REFUSALS: Record<Exclude<MergeOutcome, 'merged'>, () => Refusal> = {
  conflict: BranchCannotBeMerged,
  lost: BranchCannotBeMerged,
  forbidden: Unauthorized,
  'not-mergeable': NotMergeable,
};

function throwUnlessMerged(outcome: MergeOutcome): void {
  if (outcome !== 'merged') throw REFUSALS[outcome]();
}
