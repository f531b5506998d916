import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { possibleNames } from '../labels/label.rules.js';
import { LabelsStore } from '../labels/labels.store.js';
import type { MilestoneRecord } from '../milestones/milestones.store.js';
import { MilestonesStore } from '../milestones/milestones.store.js';
import { IssuesStore, type Named } from './issues.store.js';

/** Resolves what an issue is given by name or id. What cannot be given is left out, as the API does. */
@Injectable()
export class IssueChoices {
  constructor(
    private readonly labelsStore: LabelsStore,
    private readonly milestonesStore: MilestonesStore,
    private readonly issuesStore: IssuesStore,
  ) {}

  /** Ids of labels of these names, sorted; those that the project has not are created. */
  async labels(tx: Tx, projectId: ProjectId, names: readonly string[]): Promise<number[]> {
    const labels = await this.labelsStore.ensure(tx, projectId, possibleNames(names));
    return labels.map(({ id }) => id).sort((one, other) => one - other);
  }

  /** A milestone of the project or of a group around it; null for another one. */
  async milestone(tx: Tx, projectId: ProjectId, id: number): Promise<MilestoneRecord | null> {
    return (await this.milestonesStore.findAround(tx, projectId, id)) ?? null;
  }

  /** Those of the users who may read the project. */
  assignees(tx: Tx, projectId: ProjectId, ids: readonly number[]): Promise<Named[]> {
    return this.issuesStore.readersAmong(tx, projectId, { ids });
  }
}
