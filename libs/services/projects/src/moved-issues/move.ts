import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import type { Principal, ProjectCard, ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { MentionInIssue } from '../cross-references/mention.js';
import { IssuesStore, type LockedIssue } from '../issues/issues.store.js';
import { nameFor } from '../issue-links/issue-link.rules.js';
import { LabelsStore } from '../labels/labels.store.js';
import { MilestonesStore } from '../milestones/milestones.store.js';
import { SystemNotesStore } from '../notes/system-notes.store.js';
import { IssueNotFound, IssueNotMoved } from '../refusals.js';
import { MovedIssuesStore, type CopiedIssue } from './moved-issues.store.js';

/** All notes of an issue are copied in the transaction that moves it. */
const MOST_NOTES = 10_000;
const NOT_PERMITTED = 'Cannot move issue due to insufficient permissions!';

/** Moves an issue to another project: copies it with its notes and awards, and closes it. */
@Injectable()
export class MoveIssue {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly issuesStore: IssuesStore,
    private readonly movedIssuesStore: MovedIssuesStore,
    private readonly labelsStore: LabelsStore,
    private readonly milestonesStore: MilestonesStore,
    private readonly systemNotesStore: SystemNotesStore,
    private readonly mentionInIssue: MentionInIssue,
  ) {}

  /**
   * @returns number of the issue in the other project
   * @throws IssueNotFound, IssueNotMoved
   */
  execute(
    { project, iid }: { readonly project: ProjectCard; readonly iid: number },
    target: ProjectCard,
    actor: Principal,
  ): Promise<number> {
    if (project.id === target.id) throw IssueNotMoved({ reason: 'Cannot move issue to project it originates from!' });
    return this.db.tx(async (tx) => {
      const isAllowedInBoth = await this.holdBoth(tx, [project.id, target.id], actor);
      const issue = await this.issuesStore.lock(tx, project.id, iid);
      if (!issue) throw IssueNotFound();
      if (!isAllowedInBoth) throw IssueNotMoved({ reason: NOT_PERMITTED });
      if ((await this.movedIssuesStore.countNotes(tx, issue.id, MOST_NOTES + 1)) > MOST_NOTES)
        throw IssueNotMoved({ reason: `Cannot move issue with more than ${MOST_NOTES} notes!` });
      const copied = await this.copy(tx, issue, { from: project, to: target });
      if (!(await this.movedIssuesStore.close(tx, issue.id, copied.id, actor.userId)))
        throw IssueNotMoved({ reason: NOT_PERMITTED });
      const isCounted = issue.state === 'opened' && !issue.confidential;
      await this.issuesStore.countOpen(tx, project.id, isCounted ? -1 : 0);
      await this.issuesStore.countOpen(tx, target.id, isCounted ? 1 : 0);
      await this.mentionInIssue.within(tx, copied, `${issue.title}\n${copied.description ?? ''}`, actor);
      await this.note(tx, { ...issue, project }, { ...issue, ...copied, project: target }, actor);
      return copied.iid;
    });
  }

  /** Always in the same order. @returns whether the actor manages the issues of both projects */
  private async holdBoth(tx: Tx, projectIds: readonly ProjectId[], actor: Principal): Promise<boolean> {
    let allowed = true;
    for (const id of [...projectIds].sort((one, other) => one - other)) {
      const standing = await this.accessStore.hold(tx, id, actor);
      allowed &&= standing !== undefined && isAllowed(abilities.manageIssue, standing, actor);
    }
    return allowed;
  }

  /** Labels and milestone are those of the same names, and assignees those who may read the other project. */
  private async copy(
    tx: Tx,
    issue: LockedIssue,
    { from, to }: { from: ProjectCard; to: ProjectCard },
  ): Promise<CopiedIssue> {
    const milestone = issue.milestoneId === null ? [] : await this.milestonesStore.byIds(tx, [issue.milestoneId]);
    const same = milestone[0] && (await this.milestonesStore.findTitled(tx, to.id, milestone[0].title));
    const milestoneId = same?.id ?? null;
    const copied = await this.movedIssuesStore.copy(tx, issue.id, {
      projectId: to.id,
      milestoneId,
      fullPath: from.fullPath,
    });
    const labels = await this.labelsStore.byIds(tx, issue.labelIds);
    const named = await this.labelsStore.named(tx, to.id, { names: labels.map(({ name }) => name) });
    const labelIds = named.map(({ id }) => id);
    await this.issuesStore.setLabels(tx, copied.id, labelIds);
    const assignees = await this.issuesStore.readersAmong(tx, to.id, { ids: issue.assigneeIds });
    const assigneeIds = assignees.map(({ id }) => id);
    await this.issuesStore.setAssignees(tx, copied.id, assigneeIds);
    return copied;
  }

  /** Adds a note to each of both issues whose readers may all know of the other. */
  private async note(
    tx: Tx,
    issue: LockedIssue & { project: ProjectCard },
    copied: LockedIssue & { project: ProjectCard },
    { userId }: Principal,
  ): Promise<void> {
    const [former, latter] = [nameFor(issue, copied), nameFor(copied, issue)];
    if (former !== undefined) await this.systemNotesStore.append(tx, copied, userId, [`moved from ${former}`]);
    if (latter !== undefined) await this.systemNotesStore.append(tx, issue, userId, [`moved to ${latter}`]);
  }
}
