import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { possibleNames } from '../labels/label.rules.js';
import { LabelsStore } from '../labels/labels.store.js';
import type { MilestoneRecord } from '../milestones/milestones.store.js';
import { MilestonesStore } from '../milestones/milestones.store.js';
import { IssuesStore, type Named } from './issues.store.js';

/** Resolves labels, milestones and assignees that an issue is given by name or id. Values that cannot be used are left out, as the API does. */
@Injectable()
export class IssueChoices {
  constructor(
    private readonly labelsStore: LabelsStore,
    private readonly milestonesStore: MilestonesStore,
    private readonly issuesStore: IssuesStore,
  ) {}

  /** Sorted ids of the labels with these names; missing labels are created. */
  async labels(tx: Tx, projectId: ProjectId, names: readonly string[]): Promise<number[]> {
    const labels = await this.labelsStore.ensure(tx, projectId, possibleNames(names));
    return labels.map(({ id }) => id).sort((one, other) => one - other);
  }

  /** Ids among the given ones of labels without these names. */
  async without(tx: Tx, labelIds: readonly number[], names: readonly string[]): Promise<number[]> {
    const removed = new Set(names.map((name) => name.trim()));
    const labels = await this.labelsStore.byIds(tx, labelIds);
    const removedIds = new Set(labels.filter(({ name }) => removed.has(name)).map(({ id }) => id));
    return labelIds.filter((id) => !removedIds.has(id));
  }

  /** Milestone of the project or a group that contains it; null for another one. */
  async milestone(tx: Tx, projectId: ProjectId, id: number): Promise<MilestoneRecord | null> {
    return (await this.milestonesStore.findAround(tx, projectId, id)) ?? null;
  }

  /** Users among the given ones who may read the project. */
  assignees(tx: Tx, projectId: ProjectId, ids: readonly number[]): Promise<Named[]> {
    return this.issuesStore.readersAmong(tx, projectId, { ids });
  }
}
