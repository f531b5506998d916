import { Controller, type Type } from '@nestjs/common';
import { MilestoneView, presentMilestone } from '@hearth/projects-contracts';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { milestoneAbilities } from '../abilities.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { MilestoneNotCreated, MilestoneNotFound, MilestoneNotUpdated } from '../refusals.js';
import { CreateMilestone } from './create.js';
import { DeleteMilestone } from './delete.js';
import { MilestoneFacts } from './milestone.facts.js';
import { milestoneChanges, milestoneFilters, milestoneParams, type MilestoneParams } from './milestone.params.js';
import { UpdateMilestone } from './update.js';

/** Builds the endpoints of milestones, which are the same for projects and groups. */
function milestonesController(kind: MemberSourceKind): Type<object> {
  const { read, manage } = milestoneAbilities[kind];
  const Params = milestoneParams(kind);

  @Controller()
  class MilestonesController {
    constructor(
      private readonly milestoneFacts: MilestoneFacts,
      private readonly createMilestone: CreateMilestone,
      private readonly updateMilestone: UpdateMilestone,
      private readonly deleteMilestone: DeleteMilestone,
    ) {}

    @Endpoint.get(`/${kind}s/:id/milestones`, {
      summary: `List the milestones of a ${kind}`,
      can: read,
      params: Params.list,
      returns: returns.page(MilestoneView),
    })
    async list(@Call() call: CallOf<MilestoneParams['list']>): Promise<Page<MilestoneView>> {
      const { page, per_page: perPage } = call.params;
      const filters = milestoneFilters(call.params);
      return (await this.milestoneFacts.page(memberSourceOf(kind, call), filters, { page, perPage })).map(
        presentMilestone,
      );
    }

    @Endpoint.get(`/${kind}s/:id/milestones/:milestone_id`, {
      summary: `Get a milestone of a ${kind}`,
      can: read,
      params: Params.milestone,
      returns: returns.json(MilestoneView),
      refuses: [MilestoneNotFound],
    })
    one(@Call() call: CallOf<MilestoneParams['milestone']>): Promise<MilestoneView> {
      return this.read(call, call.params.milestone_id);
    }

    @Endpoint.post(`/${kind}s/:id/milestones`, {
      summary: `Create a milestone in a ${kind}`,
      can: manage,
      params: Params.create,
      returns: returns.json(MilestoneView),
      refuses: [MilestoneNotCreated],
    })
    async create(@Call() call: CallOf<MilestoneParams['create']>): Promise<MilestoneView> {
      const { title, description = null, due_date: dueDate = null, start_date: startDate = null } = call.params;
      const milestone = { title, description, dueDate, startDate };
      return this.read(call, await this.createMilestone.execute(memberSourceOf(kind, call), milestone, call.user));
    }

    @Endpoint.put(`/${kind}s/:id/milestones/:milestone_id`, {
      summary: `Change a milestone of a ${kind}, close it or activate it again`,
      can: manage,
      params: Params.update,
      returns: returns.json(MilestoneView),
      refuses: [MilestoneNotFound, MilestoneNotUpdated],
    })
    async update(@Call() call: CallOf<MilestoneParams['update']>): Promise<MilestoneView> {
      const { params, user } = call;
      const changes = milestoneChanges(params);
      await this.updateMilestone.execute(memberSourceOf(kind, call), params.milestone_id, changes, user);
      return this.read(call, params.milestone_id);
    }

    @Endpoint.delete(`/${kind}s/:id/milestones/:milestone_id`, {
      summary: `Delete a milestone of a ${kind}`,
      can: manage,
      params: Params.milestone,
      returns: returns.empty,
      refuses: [MilestoneNotFound],
    })
    delete(@Call() call: CallOf<MilestoneParams['milestone']>): Promise<void> {
      const { params, user, unlessModified } = call;
      return this.deleteMilestone.execute(memberSourceOf(kind, call), params.milestone_id, user, unlessModified);
    }

    private async read(call: Parameters<typeof memberSourceOf>[1], id: number): Promise<MilestoneView> {
      return presentMilestone(await this.milestoneFacts.one(memberSourceOf(kind, call), id));
    }
  }
  return MilestonesController;
}

/** Milestones of projects. */
export class ProjectMilestonesController extends milestonesController('project') {}

/** Milestones of groups. */
export class GroupMilestonesController extends milestonesController('group') {}
