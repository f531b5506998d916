import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { UserDeletedEvent, WhichUsersExistQuery } from '@hearth/identity-contracts';
import { Jobs } from '@hearth/jobs';
import { On, gone, type Delivery } from '@hearth/messaging';
import { RemoveCommentAuthorJob, RemoveReleaseAuthorJob } from '../jobs.js';

/** Moves the comments of a deleted user on commits, and their releases, to the ghost, by jobs. */
@Controller()
export class OnUserDeleted {
  constructor(private readonly jobs: Jobs) {}

  @On(UserDeletedEvent, { confirm: gone(WhichUsersExistQuery, ({ userId }) => ({ ids: [userId] })) })
  async handle({ userId, hardDelete }: EventDataOf<typeof UserDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.jobs.add(tx, RemoveCommentAuthorJob, { userId, hardDelete });
    await this.jobs.add(tx, RemoveReleaseAuthorJob, { userId });
  }
}
