import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { UserDeletedEvent, WhichUsersExistQuery } from '@hearth/identity-contracts';
import { Jobs } from '@hearth/jobs';
import { On, gone, type Delivery } from '@hearth/messaging';
import { ReleaseUserJob } from '../jobs.js';

/** Moves the pipelines, jobs and statuses of a deleted user to the ghost, by a job. */
@Controller()
export class OnUserDeleted {
  constructor(private readonly jobs: Jobs) {}

  @On(UserDeletedEvent, { confirm: gone(WhichUsersExistQuery, ({ userId }) => ({ ids: [userId] })) })
  async handle({ userId, hardDelete, ghostId }: EventDataOf<typeof UserDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.jobs.add(tx, ReleaseUserJob, { userId, newUserId: hardDelete ? null : ghostId });
  }
}
