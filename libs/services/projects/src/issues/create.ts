import { Injectable } from '@nestjs/common';
import { isAllowed, maySetOrigin, type ProjectStanding } from '@hearth/access';
import type { Principal, ProjectId, UserId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound, requireAbility } from '@hearth/http';
import { titleErrors } from '@hearth/issuable';
import { quickActionsIn, withoutActions } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { MentionInIssue } from '../cross-references/mention.js';
import { IssueExists, IssueInvalid } from '../refusals.js';
import { IssueChoices } from './issue-choices.js';
import { IssueEvents } from './issue-events.js';
import { IssuesStore } from './issues.store.js';
import { ISSUE_ACTIONS } from './quick-action.rules.js';
import { UpdateIssue } from './update.js';
import { UserAgentsStore, type ClientDetails } from '../user-agents/user-agents.store.js';

/** Request for a new issue. */
export interface NewIssue {
  readonly title: string;
  readonly description: string | null;
  readonly confidential: boolean;
  /** The following fields are for callers who manage issues, and ignored from others. */
  readonly assigneeIds: readonly number[];
  readonly labels: readonly string[];
  readonly milestoneId: number | null;
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null;
  readonly discussionLocked: boolean | null;
  /** For owners and admins, and ignored from others; undefined: now. */
  readonly createdAt?: Date;
  /** For the same callers; undefined: the next number. */
  readonly iid?: number;
}

/** Opens an issue. */
@Injectable()
export class CreateIssue {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly issuesStore: IssuesStore,
    private readonly choices: IssueChoices,
    private readonly userAgentsStore: UserAgentsStore,
    private readonly updateIssue: UpdateIssue,
    private readonly mentionInIssue: MentionInIssue,
    private readonly issueEvents: IssueEvents,
  ) {}

  /**
   * @returns its number in the project
   * @throws IssueInvalid, IssueExists, Forbidden; ProjectNotFound when it was deleted meanwhile
   */
  execute(projectId: ProjectId, given: NewIssue, author: Principal, client: ClientDetails): Promise<number> {
    const errors = titleErrors(given.title);
    if (Object.keys(errors).length > 0) throw IssueInvalid({ errors });
    return this.db.tx(async (tx) => {
      const standing = await this.accessStore.hold(tx, projectId, author);
      if (!standing) throw ProjectNotFound();
      requireAbility(abilities.createIssue, standing, author);
      const chosen = isAllowed(abilities.manageIssue, standing, author)
        ? await this.chosen(tx, projectId, given)
        : NONE;
      const { title, description, confidential } = given;
      const { milestoneId, dueDate, discussionLocked } = chosen;
      const columns = { title: title.trim(), description, confidential, milestoneId, dueDate, discussionLocked };
      const origin = maySetOrigin(abilities.setIssueTimes, standing, author) ? given : {};
      const inserted = await this.issuesStore.insert(tx, projectId, author.userId, columns, origin);
      if (!inserted) throw IssueExists();
      const { id, iid } = inserted;
      const { labelIds, assigneeIds } = chosen;
      if (labelIds.length > 0) await this.issuesStore.setLabels(tx, id, labelIds);
      if (assigneeIds.length > 0) await this.issuesStore.setAssignees(tx, id, assigneeIds);
      await this.mentionInIssue.within(tx, { id, iid, projectId }, `${title}\n${description ?? ''}`, author);
      const made = { id, projectId, confidential, labelIds, assigneeIds, milestoneId, state: 'opened' } as const;
      await this.issueEvents.created(tx, made, author);
      await this.issuesStore.countOpen(tx, projectId, confidential ? 0 : 1);
      await this.userAgentsStore.note(tx, { issueId: id }, client);
      await this.act(tx, { id, iid, projectId, description: description ?? '' }, { actor: author, standing });
      return iid;
    });
  }

  /** Carries out the quick actions in the description, and removes their lines. */
  private async act(
    tx: Tx,
    issue: { id: number; iid: number; projectId: ProjectId; description: string },
    by: { actor: Principal; standing: ProjectStanding },
  ): Promise<void> {
    const { id, description } = issue;
    const actions = quickActionsIn(description, ISSUE_ACTIONS);
    const locked = actions.length > 0 && (await this.issuesStore.lock(tx, issue.projectId, issue.iid));
    if (!locked) return;
    const { applied } = await this.updateIssue.act(tx, locked, actions, by);
    if (applied.length > 0) await this.issuesStore.setDescription(tx, id, withoutActions(description, applied));
  }

  private async chosen(tx: Tx, projectId: ProjectId, given: NewIssue): Promise<typeof NONE> {
    const { milestoneId, dueDate, discussionLocked } = given;
    const milestone = milestoneId === null ? null : await this.choices.milestone(tx, projectId, milestoneId);
    const assignees = await this.choices.assignees(tx, projectId, given.assigneeIds);
    return {
      milestoneId: milestone?.id ?? null,
      dueDate,
      discussionLocked,
      labelIds: await this.choices.labels(tx, projectId, given.labels),
      assigneeIds: assignees.map(({ id }) => id),
    };
  }
}

/** Fields of an issue created by a caller who does not manage issues. */
const NONE: {
  readonly milestoneId: number | null;
  readonly dueDate: string | null;
  readonly discussionLocked: boolean | null;
  readonly labelIds: readonly number[];
  readonly assigneeIds: readonly UserId[];
} = { milestoneId: null, dueDate: null, discussionLocked: null, labelIds: [], assigneeIds: [] };
