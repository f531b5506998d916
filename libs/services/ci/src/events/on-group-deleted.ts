import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { GroupDeletedEvent, WhichGroupsExistQuery } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, gone, type Delivery } from '@hearth/messaging';
import { ClearGroupJob } from '../jobs.js';
import { GroupsStore } from '../variables/groups.store.js';

/** From here on nothing is stored for that id; what there is of it is removed by a job. */
@Controller()
export class OnGroupDeleted {
  constructor(
    private readonly groupsStore: GroupsStore,
    private readonly jobs: Jobs,
  ) {}

  @On(GroupDeletedEvent, { confirm: gone(WhichGroupsExistQuery, ({ groupId }) => ({ ids: [groupId] })) })
  async handle({ groupId }: EventDataOf<typeof GroupDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.groupsStore.bury(tx, groupId);
    await this.jobs.add(tx, ClearGroupJob, { groupId });
  }
}
