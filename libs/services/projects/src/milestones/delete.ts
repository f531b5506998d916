import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { MilestoneDeletedEvent } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { requireAbility, type UnlessModified } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { ActivityStore } from '../activity/activity.store.js';
import { milestoneAbilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import type { MemberSource } from '../members/membership.rules.js';
import { MilestoneNotFound } from '../refusals.js';
import { MilestonesStore } from './milestones.store.js';

/** Deletes a milestone, and removes it from all records. */
@Injectable()
export class DeleteMilestone {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly milestonesStore: MilestonesStore,
    private readonly activityStore: ActivityStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws MilestoneNotFound, PreconditionFailed, Forbidden */
  execute(parent: MemberSource, id: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const standing = await this.memberSourcesStore.lock(tx, parent, actor);
      const milestone = standing && (await this.milestonesStore.find(tx, parent, id));
      if (!milestone) throw MilestoneNotFound();
      requireAbility(milestoneAbilities[parent.kind].manage, standing, actor);
      unlessModified(new Date(milestone.updatedAt));
      await this.milestonesStore.delete(tx, id);
      const activity = { kind: 'milestone:destroyed', milestoneId: id, authorId: actor.userId } as const;
      if (parent.kind === 'project') await this.activityStore.append(tx, { ...activity, projectId: parent.id });
      const { projectId, groupId } = milestone;
      await this.outbox.append(tx, MilestoneDeletedEvent, { projectId, namespaceId: groupId, milestoneId: id });
    });
  }
}
