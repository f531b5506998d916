import { Injectable } from '@nestjs/common';
import type { ProjectCard } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { withFullReferences } from '@hearth/notes';
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
    const description = await this.nameFormer(tx, copied, from.fullPath);
    const labels = await this.labelsStore.byIds(tx, issue.labelIds);
    const named = await this.labelsStore.named(tx, to.id, { names: labels.map(({ name }) => name) });
    const labelIds = named.map(({ id }) => id);
    await this.issuesStore.setLabels(tx, copied.id, labelIds);
    const assignees = await this.issuesStore.readersAmong(tx, to.id, { ids: issue.assigneeIds });
    const assigneeIds = assignees.map(({ id }) => id);
    await this.issuesStore.setAssignees(tx, copied.id, assigneeIds);
    return { ...copied, description, labelIds, milestoneId };
  }

  /** Gives the references in the texts of a copy the path of the former project. @returns the description */
  private async nameFormer(tx: Tx, copied: CopiedIssue, path: string): Promise<string | null> {
    const description = copied.description === null ? null : withFullReferences(copied.description, path);
    if (description !== copied.description) await this.movedIssuesStore.setDescription(tx, { ...copied, description });
    let after = 0;
    for (;;) {
      const notes = await this.movedIssuesStore.referencing(tx, copied.id, after);
      if (notes.length === 0) return description;
      const full = notes.map(({ id, body }) => ({ id, body: withFullReferences(body, path) }));
      await this.movedIssuesStore.setBodies(tx, full);
      after = notes.at(-1)!.id;
    }
  }
}
