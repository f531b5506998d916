import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { MilestoneUpdatedEvent } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { ActivityStore } from '../activity/activity.store.js';
import { milestoneAbilities } from '../abilities.js';
import { MemberSourcesStore } from '../members/member-sources.store.js';
import type { MemberSource } from '../members/membership.rules.js';
import { MilestoneNotFound, MilestoneNotUpdated } from '../refusals.js';
import { milestoneErrors, type MilestoneColumns, type MilestoneState } from './milestone.rules.js';
import { MilestonesStore } from './milestones.store.js';

type Changes = Partial<{
  readonly [Column in keyof MilestoneColumns]: MilestoneColumns[Column] | undefined;
}> & { readonly state: MilestoneState | undefined };

/** Changes a milestone, closes it or activates it again. */
@Injectable()
export class UpdateMilestone {
  constructor(
    private readonly db: Database,
    private readonly memberSourcesStore: MemberSourcesStore,
    private readonly milestonesStore: MilestonesStore,
    private readonly activityStore: ActivityStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param changes undefined values stay
   * @throws MilestoneNotFound, MilestoneNotUpdated, Forbidden
   */
  execute(parent: MemberSource, id: number, changes: Changes, actor: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const standing = await this.memberSourcesStore.lock(tx, parent, actor);
      const milestone = standing && (await this.milestonesStore.find(tx, parent, id));
      if (!milestone) throw MilestoneNotFound();
      requireAbility(milestoneAbilities[parent.kind].manage, standing, actor);
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const changed = { ...milestone, ...(given as Partial<MilestoneColumns>) };
      const taken = await this.milestonesStore.isTaken(tx, parent, changed.title, id);
      const errors = milestoneErrors(changed, taken);
      if (Object.keys(errors).length > 0) throw MilestoneNotUpdated({ errors });
      await this.milestonesStore.update(tx, id, changed);
      const kind = changed.state === 'closed' ? 'milestone:closed' : 'milestone:reopened';
      const activity = { kind, milestoneId: id, authorId: actor.userId } as const;
      if (parent.kind === 'project' && changed.state !== milestone.state)
        await this.activityStore.append(tx, { ...activity, projectId: parent.id });
      const { projectId, groupId: namespaceId, title, state, startDate, dueDate } = changed;
      const holder = { projectId, namespaceId, milestoneId: id };
      await this.outbox.append(tx, MilestoneUpdatedEvent, { ...holder, title, state, startDate, dueDate });
    });
  }
}
