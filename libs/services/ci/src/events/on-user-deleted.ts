import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { UserDeletedEvent, WhichUsersExistQuery } from '@hearth/identity-contracts';
import { Jobs } from '@hearth/jobs';
import { On, gone, type Delivery } from '@hearth/messaging';
import { ReleaseUser } from '../jobs/release-user.js';

/** What the user has started or reported is the ghost's from now on; a job hands it over. */
@Controller()
export class OnUserDeleted {
  constructor(private readonly jobs: Jobs) {}

  @On(UserDeletedEvent, { confirm: gone(WhichUsersExistQuery, ({ userId }) => ({ ids: [userId] })) })
  async handle({ userId, hardDelete, ghostId }: EventDataOf<typeof UserDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.jobs.add(tx, ReleaseUser, { userId, newUserId: hardDelete ? null : ghostId });
  }
}
