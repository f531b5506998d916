import { Injectable } from '@nestjs/common';
import { isAllowed, maySetOrigin, type ProjectStanding } from '@hearth/access';
import type { Principal, ProjectId, UserId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { timeNotes, titleErrors } from '@hearth/issuable';
import {
  assigneesNote,
  descriptionNotes,
  labelsNote,
  milestoneNote,
  titleNote,
  type AppliedActions,
  type QuickAction,
} from '@hearth/notes';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { MentionInIssue } from '../cross-references/mention.js';
import { SystemNotesStore } from '../notes/system-notes.store.js';
import { IssueInvalid, IssueNotFound } from '../refusals.js';
import { IssueChoices } from './issue-choices.js';
import { IssueEvents } from './issue-events.js';
import { relationsTo, type IssueChanges } from './issue.rules.js';
import { IssuesStore, type IssueColumns, type LockedIssue } from './issues.store.js';
import { IssueQuickActions } from './quick-actions.js';

/** Changes, closes or reopens an issue, and adds system notes about the changes. */
@Injectable()
export class UpdateIssue {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly issuesStore: IssuesStore,
    private readonly choices: IssueChoices,
    private readonly systemNotesStore: SystemNotesStore,
    private readonly mentionInIssue: MentionInIssue,
    private readonly issueEvents: IssueEvents,
    private readonly quickActions: IssueQuickActions,
  ) {}

  /** @throws IssueNotFound, IssueInvalid, Forbidden */
  execute(projectId: ProjectId, iid: number, changes: IssueChanges, actor: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const standing = await this.accessStore.hold(tx, projectId, actor);
      const issue = standing && (await this.issuesStore.lock(tx, projectId, iid));
      if (!issue) throw IssueNotFound();
      requireAbility(abilities.updateIssue, standing, actor, relationsTo(issue, actor));
      const manages = isAllowed(abilities.manageIssue, standing, actor);
      const updatedAt = maySetOrigin(abilities.setIssueTimes, standing, actor) ? changes.updatedAt : undefined;
      await this.within(tx, issue, manages ? changes : unmanaged(changes), { actor, updatedAt });
    });
  }

  /**
   * Runs inside a larger write that has locked the issue and checked the actor's permission.
   * @param via name of the record that closes the issue, for its system note
   * @throws IssueInvalid
   */
  async within(
    tx: Tx,
    issue: LockedIssue,
    changes: IssueChanges,
    { actor, updatedAt, via }: { actor: Principal; updatedAt?: Date | undefined; via?: string | undefined },
  ): Promise<void> {
    const title = changes.title?.trim() ?? issue.title;
    const errors = titleErrors(title);
    if (Object.keys(errors).length > 0) throw IssueInvalid({ errors });
    const { description = issue.description, confidential = issue.confidential, state = issue.state } = changes;
    const { dueDate = issue.dueDate, discussionLocked = issue.discussionLocked } = changes;
    const milestone = await this.milestone(tx, issue, changes.milestoneId);
    const milestoneId = milestone === undefined ? issue.milestoneId : (milestone?.id ?? null);
    const next = { title, description, confidential, state, dueDate, discussionLocked, milestoneId };
    const labelIds = await this.setLabels(tx, issue, changes);
    const assignees = await this.setAssignees(tx, issue, changes.assigneeIds);
    const notes = [
      ...textNotes(issue, next),
      ...labelsNote(issue.labelIds, labelIds),
      ...assignees.notes,
      ...(milestone === undefined || milestoneId === issue.milestoneId ? [] : [milestoneNote(milestone)]),
      ...stateNotes(issue, next, via),
      ...timeNotes(issue, changes.times ?? issue, new Date()),
    ];
    await this.issuesStore.update(tx, issue.id, next, { actorId: actor.userId, updatedAt });
    if (changes.times) await this.issuesStore.setTimes(tx, issue.id, changes.times);
    if (title !== issue.title || description !== issue.description)
      await this.mentionInIssue.within(tx, issue, `${title}\n${description ?? ''}`, actor);
    await this.issueEvents.updated(tx, issue, { ...next, labelIds, assigneeIds: assignees.ids }, actor);
    await this.issuesStore.countOpen(tx, issue.projectId, openDifference(issue, next));
    await this.systemNotesStore.append(tx, issue, actor.userId, notes);
  }

  /** Carries out the quick actions of a text. Those that are impossible, or not permitted to the actor, are left out. @throws IssueInvalid */
  async act(
    tx: Tx,
    issue: LockedIssue,
    actions: readonly QuickAction[],
    by: { readonly actor: Principal; readonly standing: ProjectStanding },
  ): Promise<AppliedActions> {
    const { changes, subscribed, outcome } = await this.quickActions.plan(tx, issue, actions, by);
    const { actor } = by;
    if (Object.keys(changes).length > 0) await this.within(tx, issue, changes, { actor });
    if (subscribed !== undefined) await this.issuesStore.subscribe(tx, issue.id, actor.userId, subscribed);
    return outcome;
  }

  /** New milestone; undefined: no change. An unknown id removes the milestone. */
  private async milestone(tx: Tx, { projectId }: LockedIssue, id: number | null | undefined) {
    if (id === undefined || id === null) return id;
    return this.choices.milestone(tx, projectId, id);
  }

  /** @returns the labels that it has then */
  private async setLabels(tx: Tx, issue: LockedIssue, changes: IssueChanges): Promise<readonly number[]> {
    const { labels, addLabels = [], removeLabels = [] } = changes;
    if (labels === undefined && addLabels.length + removeLabels.length === 0) return issue.labelIds;
    const present = labels ? await this.choices.labels(tx, issue.projectId, labels) : issue.labelIds;
    const added = addLabels.length === 0 ? [] : await this.choices.labels(tx, issue.projectId, addLabels);
    const all = [...new Set([...present, ...added])].sort((one, other) => one - other);
    const labelIds = removeLabels.length === 0 ? all : await this.choices.without(tx, all, removeLabels);
    await this.issuesStore.setLabels(tx, issue.id, labelIds);
    return labelIds;
  }

  /** @returns the assignees that it has then, with the note about the change */
  private async setAssignees(
    tx: Tx,
    issue: LockedIssue,
    wanted: readonly number[] | undefined,
  ): Promise<{ ids: readonly UserId[]; notes: readonly string[] }> {
    if (wanted === undefined) return { ids: issue.assigneeIds, notes: [] };
    const assignees = await this.choices.assignees(tx, issue.projectId, wanted);
    const ids = assignees.map(({ id }) => id);
    await this.issuesStore.setAssignees(tx, issue.id, ids);
    return { ids, notes: assigneesNote(await this.issuesStore.usernames(tx, issue.assigneeIds), assignees) };
  }
}

/** Changes that authors and assignees may make without managing issues. */
function unmanaged({ title, description, confidential, state }: IssueChanges): IssueChanges {
  return { title, description, confidential, state };
}

function textNotes(before: IssueColumns, after: IssueColumns): string[] {
  const [old, fresh] = [before.description ?? '', after.description ?? ''];
  return [
    ...(before.title === after.title ? [] : [titleNote(before.title, after.title)]),
    ...(old === fresh ? [] : descriptionNotes(old, fresh)),
  ];
}

function stateNotes(before: IssueColumns, after: IssueColumns, via: string | undefined): string[] {
  const locked = (issue: IssueColumns) => issue.discussionLocked === true;
  const confidentiality = after.confidential ? 'made the issue confidential' : 'made the issue visible to everyone';
  return [
    ...(before.confidential === after.confidential ? [] : [confidentiality]),
    ...(locked(before) === locked(after) ? [] : [`${locked(after) ? 'locked' : 'unlocked'} this issue`]),
    ...(before.state === after.state
      ? []
      : [`${after.state === 'closed' ? 'closed' : 'reopened'}${via === undefined ? '' : ` via ${via}`}`]),
  ];
}

function openDifference(before: IssueColumns, after: IssueColumns): -1 | 0 | 1 {
  const counted = ({ state, confidential }: IssueColumns) => (state === 'opened' && !confidential ? 1 : 0);
  return (counted(after) - counted(before)) as -1 | 0 | 1;
}
