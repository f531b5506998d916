import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { GroupNotFound, ProjectNotFound, requireAbility } from '@hearth/http';
import { ActivityStore } from '../activity/activity.store.js';
import { milestoneAbilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import type { MemberSource } from '../members/membership.rules.js';
import { MilestoneNotCreated } from '../refusals.js';
import { milestoneErrors, type MilestoneColumns } from './milestone.rules.js';
import { MilestonesStore } from './milestones.store.js';

/** Creates a milestone. */
@Injectable()
export class CreateMilestone {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly milestonesStore: MilestonesStore,
    private readonly activityStore: ActivityStore,
  ) {}

  /**
   * @returns its id
   * @throws MilestoneNotCreated, Forbidden; ProjectNotFound, GroupNotFound when it was deleted meanwhile
   */
  execute(parent: MemberSource, milestone: MilestoneColumns, actor: Principal): Promise<number> {
    return this.db.tx(async (tx) => {
      const standing = await this.memberSourcesStore.lock(tx, parent, actor);
      if (!standing) throw parent.kind === 'project' ? ProjectNotFound() : GroupNotFound();
      requireAbility(milestoneAbilities[parent.kind].manage, standing, actor);
      const taken = await this.milestonesStore.isTaken(tx, parent, milestone.title, null);
      const errors = milestoneErrors(milestone, taken);
      if (Object.keys(errors).length > 0) throw MilestoneNotCreated({ errors });
      const milestoneId = await this.milestonesStore.insert(tx, parent, milestone);
      const activity = { kind: 'milestone:created', milestoneId, authorId: actor.userId } as const;
      if (parent.kind === 'project') await this.activityStore.append(tx, { ...activity, projectId: parent.id });
      return milestoneId;
    });
  }
}
