import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { AccessRevokedEvent } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { RefreshProjectGroupsJob } from '../jobs.js';

/** Refreshes the groups of projects after a change of access for all users, which may be a transfer to another group. */
@Controller()
export class OnAccessRevoked {
  constructor(private readonly jobs: Jobs) {}

  @On(AccessRevokedEvent)
  async handle(
    { projectId, namespaceId, userId, groupId }: EventDataOf<typeof AccessRevokedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    if (userId !== null || groupId !== null) return;
    await this.jobs.add(tx, RefreshProjectGroupsJob, { projectId, groupId: namespaceId });
  }
}
