import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { UserDeletedEvent, WhichUsersExistQuery } from '@hearth/identity-contracts';
import { Jobs } from '@hearth/jobs';
import { On, gone, type Delivery } from '@hearth/messaging';
import { RemoveUserJob } from '../jobs.js';
import { MergesStore } from '../merges/merges.store.js';

/** From here on nothing is merged by the user's wish; a job takes from them what they have written. */
@Controller()
export class OnUserDeleted {
  constructor(
    private readonly mergesStore: MergesStore,
    private readonly jobs: Jobs,
  ) {}

  @On(UserDeletedEvent, { confirm: gone(WhichUsersExistQuery, ({ userId }) => ({ ids: [userId] })) })
  async handle({ userId, ghostId, hardDelete }: EventDataOf<typeof UserDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.mergesStore.clearAutoMergesOf(tx, userId);
    await this.jobs.add(tx, RemoveUserJob, { userId, ghostId, hardDelete });
  }
}
