import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import type { Principal, ProjectCard, ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { nameFor } from '../cross-references/cross-reference.rules.js';
import { MentionInIssue } from '../cross-references/mention.js';
import { IssueEvents } from '../issues/issue-events.js';
import { IssuesStore, type LockedIssue } from '../issues/issues.store.js';
import { SystemNotesStore } from '../notes/system-notes.store.js';
import { IssueNotFound, IssueNotMoved } from '../refusals.js';
import { CopyIssue } from './copy.js';
import { MovedIssuesStore } from './moved-issues.store.js';

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
    private readonly copyIssue: CopyIssue,
    private readonly systemNotesStore: SystemNotesStore,
    private readonly mentionInIssue: MentionInIssue,
    private readonly issueEvents: IssueEvents,
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
      const copied = await this.copyIssue.within(tx, issue, { from: project, to: target });
      if (!(await this.movedIssuesStore.close(tx, issue.id, copied.id, actor.userId)))
        throw IssueNotMoved({ reason: NOT_PERMITTED });
      const isCounted = issue.state === 'opened' && !issue.confidential;
      await this.issuesStore.countOpen(tx, project.id, isCounted ? -1 : 0);
      await this.issuesStore.countOpen(tx, target.id, isCounted ? 1 : 0);
      await this.mentionInIssue.within(tx, copied, `${issue.title}\n${copied.description ?? ''}`, actor);
      await this.issueEvents.created(tx, { ...issue, ...copied }, actor);
      await this.issueEvents.updated(tx, issue, { ...issue, state: 'closed' }, actor);
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
