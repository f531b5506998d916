import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { UserDeletedEvent, WhichUsersExistQuery } from '@hearth/identity-contracts';
import { On, gone, type Delivery } from '@hearth/messaging';
import { ReleaseUser } from '../../namespaces/release.js';

/** Removes memberships that the user was given after everything was released. */
@Controller()
export class OnUserDeleted {
  constructor(private readonly releaseUserCommand: ReleaseUser) {}

  @On(UserDeletedEvent, { confirm: gone(WhichUsersExistQuery, ({ userId }) => ({ ids: [userId] })) })
  handle(user: EventDataOf<typeof UserDeletedEvent>, { tx }: Delivery): Promise<void> {
    return this.releaseUserCommand.forget(tx, user);
  }
}
