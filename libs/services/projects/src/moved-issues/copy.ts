import { Injectable } from '@nestjs/common';
import type { ProjectCard } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { IssuesStore, type LockedIssue } from '../issues/issues.store.js';
import { LabelsStore } from '../labels/labels.store.js';
import { MilestonesStore } from '../milestones/milestones.store.js';
import { MovedIssuesStore, type CopiedIssue } from './moved-issues.store.js';

/** Copies an issue into another project, as a part of a larger write. */
@Injectable()
export class CopyIssue {
  constructor(
    private readonly issuesStore: IssuesStore,
    private readonly movedIssuesStore: MovedIssuesStore,
    private readonly labelsStore: LabelsStore,
    private readonly milestonesStore: MilestonesStore,
  ) {}

  /** Labels and milestone are those of the same names there, and assignees those who may read the other project. */
  async within(
    tx: Tx,
    issue: LockedIssue,
    { from, to }: { from: ProjectCard; to: ProjectCard },
  ): Promise<CopiedIssue & Pick<LockedIssue, 'labelIds' | 'milestoneId'>> {
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
    return { ...copied, labelIds, milestoneId };
  }
}
