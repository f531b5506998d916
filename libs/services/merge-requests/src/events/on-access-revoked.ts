import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { AccessRevokedEvent } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { ClearAssigneesJob } from '../jobs.js';

/** Clears the assignments of users who no longer see a project. An event of a group concerns all projects in it. */
@Controller()
export class OnAccessRevoked {
  constructor(private readonly jobs: Jobs) {}

  @On(AccessRevokedEvent)
  async handle({ projectId, userId }: EventDataOf<typeof AccessRevokedEvent>, { tx }: Delivery): Promise<void> {
    await this.jobs.add(tx, ClearAssigneesJob, { projectId, userId });
  }
}
