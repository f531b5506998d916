import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { SshKeyChangedEvent } from '@hearth/identity-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { QueueDeliveries } from '../../hook-deliveries/queue.js';

/** Hooks of the instance are called for new and deleted SSH keys of users. */
@Controller()
export class OnSshKeyChanged {
  constructor(private readonly queueDeliveries: QueueDeliveries) {}

  @On(SshKeyChangedEvent)
  async handle(changed: EventDataOf<typeof SshKeyChangedEvent>, { tx }: Delivery): Promise<void> {
    const { keyId: id, userId, action, key, createdAt } = changed;
    const name = action === 'created' ? 'key_create' : 'key_destroy';
    await this.queueDeliveries.forSystem(tx, [{ name, userId, key: { id, key, createdAt } }]);
  }
}
