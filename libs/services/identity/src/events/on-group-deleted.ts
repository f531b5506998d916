import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { GroupDeletedEvent, WhichGroupsExistQuery } from '@hearth/projects-contracts';
import { On, gone, type Delivery } from '@hearth/messaging';
import { RemoveCredentials } from '../credential-holders/remove-credentials.js';

/** Removes the credentials of a deleted group. */
@Controller()
export class OnGroupDeleted {
  constructor(private readonly removeCredentials: RemoveCredentials) {}

  @On(GroupDeletedEvent, { confirm: gone(WhichGroupsExistQuery, ({ groupId }) => ({ ids: [groupId] })) })
  async handle({ groupId }: EventDataOf<typeof GroupDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.removeCredentials.execute(tx, { kind: 'group', id: groupId });
  }
}
