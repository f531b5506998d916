import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { AccessRevokedEvent } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { ClearAssignees } from '../jobs/removal-jobs.js';

/** Who sees a project no longer is not assigned to its merge requests. Of a group, the projects in it are among all. */
@Controller()
export class OnAccessRevoked {
  constructor(private readonly jobs: Jobs) {}

  @On(AccessRevokedEvent)
  async handle({ projectId, userId }: EventDataOf<typeof AccessRevokedEvent>, { tx }: Delivery): Promise<void> {
    await this.jobs.add(tx, ClearAssignees, { projectId, userId });
  }
}
