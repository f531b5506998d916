import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { AccessRevokedEvent } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { RefreshProjectGroupsJob } from '../jobs.js';

/** A project or group whose access has changed for everybody may have been transferred: runners of other groups take its jobs. */
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
