import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { MilestoneDeletedEvent, type Milestone } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Forbidden, requireAbility } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { milestoneAbilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import { MilestoneNotFound, MilestoneNotPromoted } from '../refusals.js';
import { MilestonePromotionsStore } from './milestone-promotions.store.js';
import { MilestonesStore } from './milestones.store.js';

/** Turns a milestone of a project into a milestone of its group, and merges those of the same title in the group's projects into it. */
@Injectable()
export class PromoteMilestone {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly milestonesStore: MilestonesStore,
    private readonly milestonePromotionsStore: MilestonePromotionsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @returns the milestone of the group, which has the same id
   * @throws MilestoneNotFound; MilestoneNotPromoted where the group has a milestone of its title; Forbidden, also for a project of a user
   */
  execute(projectId: ProjectId, id: number, actor: Principal): Promise<Milestone> {
    return this.db.tx(async (tx) => {
      const locked = await this.memberSourcesStore.lockWithGroup(tx, projectId, actor);
      const milestone = locked && (await this.milestonesStore.find(tx, { kind: 'project', id: projectId }, id));
      if (!milestone) throw MilestoneNotFound();
      const { project, group } = locked;
      requireAbility(milestoneAbilities.project.manage, project, actor);
      if (!group) throw Forbidden();
      requireAbility(milestoneAbilities.group.manage, group, actor);
      const inGroup = { title: milestone.title, groupId: group.id };
      if (await this.milestonePromotionsStore.isInGroup(tx, inGroup)) throw MilestoneNotPromoted();
      await this.milestonePromotionsStore.promote(tx, id, group.id);
      const merged = await this.milestonePromotionsStore.merge(tx, { ...inGroup, id });
      const promoted = (await this.milestonesStore.find(tx, { kind: 'group', id: group.id }, id))!;
      const { title, state, startDate, dueDate } = promoted;
      // With the key of the group, in one order with later events of its milestone.
      const about = { projectId: null, namespaceId: group.id, mergedInto: { id, title, state, startDate, dueDate } };
      await this.outbox.appendAll(
        tx,
        merged.map((milestoneId) => ({ event: MilestoneDeletedEvent, data: { ...about, milestoneId } })),
      );
      return promoted;
    });
  }
}
