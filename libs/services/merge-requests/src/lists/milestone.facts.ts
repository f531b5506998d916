import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { MilestonesByIdsQuery, type Milestone } from '@hearth/projects-contracts';
import { MilestoneNotFound } from '../refusals.js';

/** Milestones of projects and groups. */
@Injectable()
export class MilestoneFacts {
  constructor(private readonly calls: Calls) {}

  /**
   * Checks that the milestone belongs to the project or group, not to a group around it.
   * @throws MilestoneNotFound
   */
  async requireIn(parent: Partial<Pick<Milestone, 'projectId' | 'groupId'>>, id: number): Promise<void> {
    const { milestones } = await this.calls.query(MilestonesByIdsQuery, { ids: [id] });
    const { projectId = null, groupId = null } = parent;
    if (!milestones.some((milestone) => milestone.projectId === projectId && milestone.groupId === groupId))
      throw MilestoneNotFound();
  }
}
