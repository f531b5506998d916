import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import {
  FindMilestoneQuery,
  LabelsByIdsQuery,
  MilestonesByIdsQuery,
  ResolveLabelsCommand,
} from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { LabelsStore } from '../labels/labels.store.js';
import { ResolveLabels } from '../labels/resolve.js';
import { MilestonesStore } from '../milestones/milestones.store.js';

/** Answers what services ask of the labels and milestones whose ids they store. */
@Controller()
export class LabelsProvider {
  constructor(
    private readonly db: Database,
    private readonly labelsStore: LabelsStore,
    private readonly milestonesStore: MilestonesStore,
    private readonly resolveLabelsCommand: ResolveLabels,
  ) {}

  @Answers(ResolveLabelsCommand)
  async resolveLabels({
    projectId,
    names,
    createAs,
  }: InputOf<typeof ResolveLabelsCommand>): Promise<OutputOf<typeof ResolveLabelsCommand>> {
    return { labels: await this.resolveLabelsCommand.execute(projectId, names, createAs) };
  }

  @Answers(LabelsByIdsQuery)
  async labelsByIds({ ids }: InputOf<typeof LabelsByIdsQuery>): Promise<OutputOf<typeof LabelsByIdsQuery>> {
    return { labels: await this.labelsStore.byIds(this.db, ids) };
  }

  @Answers(MilestonesByIdsQuery)
  async milestonesByIds({ ids }: InputOf<typeof MilestonesByIdsQuery>): Promise<OutputOf<typeof MilestonesByIdsQuery>> {
    return { milestones: await this.milestonesStore.byIds(this.db, ids) };
  }

  @Answers(FindMilestoneQuery)
  async findMilestone({
    projectId,
    milestone,
  }: InputOf<typeof FindMilestoneQuery>): Promise<OutputOf<typeof FindMilestoneQuery>> {
    const found =
      'id' in milestone
        ? await this.milestonesStore.findAround(this.db, projectId, milestone.id)
        : await this.milestonesStore.findTitled(this.db, projectId, milestone.title);
    return { milestone: found ?? null };
  }
}
