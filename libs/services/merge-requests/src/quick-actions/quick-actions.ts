import { Injectable } from '@nestjs/common';
import { isAllowed, may } from '@hearth/access';
import type { Principal, ProjectAccess, UserId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { NO_ACTIONS, type AppliedActions, type NoteText, type QuickAction } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { AcceptByQuickActionJob } from '../jobs.js';
import { ApplyChanges } from '../merge-requests/apply.js';
import { BranchesFacts } from '../merge-requests/branches.facts.js';
import { relationsTo } from '../merge-requests/merge-request.rules.js';
import { MergeRequestsStore, type MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { CandidateFacts } from '../mergeability/candidate.facts.js';
import { MergeAccessFacts } from '../mergeability/merge-access.facts.js';
import { QuickActionFacts } from './quick-action.facts.js';
import {
  NOTHING_POSSIBLE,
  pipelineLetsMerge,
  planMergeRequestActions,
  type Effects,
  type Named,
  type Possible,
} from './quick-action.rules.js';

/** Quick actions with the answers of other services about them. */
export interface PreparedActions {
  readonly named: Named & Possible;
  /** Of the assignees before. */
  readonly usernames: ReadonlyMap<UserId, string>;
  readonly keepsCollaboration: boolean;
}

const NOTHING: PreparedActions = {
  named: { labels: [], milestones: [], readers: [], ...NOTHING_POSSIBLE },
  usernames: new Map(),
  keepsCollaboration: false,
};

/** Carries out the quick actions of notes, each with the permissions of the endpoint that does the same. */
@Injectable()
export class MergeRequestQuickActions {
  constructor(
    private readonly db: Database,
    private readonly quickActionFacts: QuickActionFacts,
    private readonly branchesFacts: BranchesFacts,
    private readonly mergeAccessFacts: MergeAccessFacts,
    private readonly candidateFacts: CandidateFacts,
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly applyChanges: ApplyChanges,
    private readonly jobs: Jobs,
  ) {}

  /** Queries other services for the data that the actions need, before the transaction; changes nothing. */
  async prepare(
    access: ProjectAccess,
    iid: number,
    { actions, headSha }: Pick<NoteText, 'actions' | 'headSha'>,
    actor: Principal,
  ): Promise<PreparedActions> {
    const found = actions.length > 0 && (await this.mergeRequestsStore.find(this.db, access.project.id, iid));
    if (!found || !isUpdater(access, found, actor)) return NOTHING;
    const widens = actions.some(({ name }) => name === 'reopen' || name === 'target_branch');
    const [named, possible, usernames, keepsCollaboration] = await Promise.all([
      this.quickActionFacts.named(access.project.id, actions, actor),
      this.possible(access, found, actions, actor),
      this.quickActionFacts.formerAssignees(found, actions),
      widens && this.branchesFacts.keepsCollaboration(found, access.project, actor),
    ]);
    const merge = headSha === undefined || headSha === possible.merge ? possible.merge : null;
    return { named: { ...named, ...possible, merge }, usernames, keepsCollaboration };
  }

  /** Runs inside a transaction that has locked the merge request. Actions that are not possible, or not permitted to the actor, stay text. */
  async carryOut(
    tx: Tx,
    { id, access }: { readonly id: number; readonly access: ProjectAccess },
    actions: readonly QuickAction[],
    { named, ...prepared }: PreparedActions,
    actor: Principal,
  ): Promise<AppliedActions> {
    const record = await this.mergeRequestsStore.lock(tx, { id });
    if (!record) return NO_ACTIONS;
    const labels = await this.mergeRequestsStore.knownLabels(tx, record.labelIds);
    const by = {
      actor,
      updates: isUpdater(access, record, actor),
      manages: may(abilities.manageMergeRequest, access, actor),
    };
    const { effects, outcome } = planMergeRequestActions(actions, { ...record, labels }, named, by);
    await this.apply(tx, record, { ...effects, ...prepared }, actor);
    return outcome;
  }

  private async apply(
    tx: Tx,
    record: MergeRequestRecord,
    effects: Effects & Omit<PreparedActions, 'named'>,
    actor: Principal,
  ): Promise<void> {
    const { assignee, milestone, labels, subscribed, merge, usernames, keepsCollaboration, ...changes } = effects;
    const resolved = {
      ...{ mentioned: [], keepsCollaboration },
      usernames: new Map(assignee ? [...usernames, [assignee.id, assignee.username]] : usernames),
      ...(assignee !== undefined && { assigneeIds: assignee ? [assignee.id] : [] }),
      ...(milestone !== undefined && { milestone }),
      ...(labels && { labels }),
    };
    const isChange = [assignee, milestone, labels, ...Object.values(changes)].some((value) => value !== undefined);
    if (isChange) await this.applyChanges.within(tx, record, changes, { resolved, actor });
    if (subscribed !== undefined) await this.mergeRequestsStore.subscribe(tx, record.id, actor.userId, subscribed);
    if (merge !== undefined)
      await this.jobs.add(tx, AcceptByQuickActionJob, { mergeRequestId: record.id, userId: actor.userId, sha: merge });
  }

  private async possible(
    access: ProjectAccess,
    found: MergeRequestRecord,
    actions: readonly QuickAction[],
    actor: Principal,
  ): Promise<Possible> {
    const last = (name: string) => actions.findLast((action) => action.name === name);
    const branch = last('target_branch')?.argument ?? '';
    const [isTarget, reopen, merge] = await Promise.all([
      branch !== '' && this.branchesFacts.canTarget(found, branch),
      last('reopen') !== undefined && this.branchesFacts.canReopen(found, access, actor),
      last('merge') === undefined ? null : this.mergeable(access, found, actor),
    ]);
    return { targetBranch: isTarget ? branch : null, reopen, merge };
  }

  /** Returns the head that the actor may merge; null where they may not. */
  private async mergeable(access: ProjectAccess, found: MergeRequestRecord, actor: Principal): Promise<string | null> {
    const { headSha } = found;
    if (headSha === null || !(await this.mergeAccessFacts.mayMerge(found, access, actor))) return null;
    return pipelineLetsMerge(await this.candidateFacts.pipeline(found, headSha)) ? headSha : null;
  }
}

function isUpdater({ project, level }: ProjectAccess, record: MergeRequestRecord, actor: Principal): boolean {
  return isAllowed(abilities.updateMergeRequest, { ...project, level }, actor, relationsTo(record, actor));
}
