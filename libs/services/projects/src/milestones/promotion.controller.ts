import { Controller } from '@nestjs/common';
import { MilestoneView, presentMilestone } from '@hearth/projects-contracts';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { milestoneAbilities } from '../abilities.js';
import { MilestoneNotFound, MilestoneNotPromoted } from '../refusals.js';
import { milestoneParams } from './milestone.params.js';
import { PromoteMilestone } from './promote.js';

const Params = milestoneParams('project').milestone;

/** Promotion of milestones of projects to their groups. */
@Controller()
export class MilestonePromotionController {
  constructor(private readonly promoteMilestone: PromoteMilestone) {}

  @Endpoint.post('/projects/:id/milestones/:milestone_id/promote', {
    summary: 'Promote a milestone of a project to its group',
    can: milestoneAbilities.project.manage,
    params: Params,
    returns: returns.json(MilestoneView),
    status: 200,
    refuses: [MilestoneNotFound, MilestoneNotPromoted],
  })
  async promote(@Call() { params, project, user }: CallOf<typeof Params>): Promise<MilestoneView> {
    return presentMilestone(await this.promoteMilestone.execute(project.project.id, params.milestone_id, user));
  }
}
