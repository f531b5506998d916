import { Calls } from '@hearth/calls';
import type { EventDataOf } from '@hearth/contract-kit';
import { GroupDeletedEvent, WhichGroupsExistQuery } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { ClearGroup } from '../jobs/clear-group.js';
import { GroupsStore } from '../variables/groups.store.js';

/** Later events of the group wait meanwhile. */
const CONFIRM_MS = 5_000;

/** From here on nothing is stored for that id; what there is of it is removed by a job. */
@On(GroupDeletedEvent)
export class OnGroupDeleted implements Reaction<typeof GroupDeletedEvent> {
  constructor(
    private readonly groupsStore: GroupsStore,
    private readonly jobs: Jobs,
    private readonly calls: Calls,
  ) {}

  async confirm({ groupId }: EventDataOf<typeof GroupDeletedEvent>): Promise<boolean> {
    const { ids } = await this.calls.query(WhichGroupsExistQuery, { ids: [groupId] }, { timeoutMs: CONFIRM_MS });
    return ids.length === 0;
  }

  async handle({ groupId }: EventDataOf<typeof GroupDeletedEvent>, tx: Tx): Promise<void> {
    await this.groupsStore.bury(tx, groupId);
    await this.jobs.add(tx, ClearGroup, { groupId });
  }
}
