import type { EventDataOf } from '@hearth/contract-kit';
import { AccessRevokedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { ClearAssignees } from '../jobs/removal-jobs.js';

/** Who sees a project no longer is not assigned to its merge requests. Of a group, the projects in it are among all. */
@On(AccessRevokedEvent)
export class OnAccessRevoked implements Reaction<typeof AccessRevokedEvent> {
  constructor(private readonly jobs: Jobs) {}

  async handle({ projectId, userId }: EventDataOf<typeof AccessRevokedEvent>, tx: Tx): Promise<void> {
    await this.jobs.add(tx, ClearAssignees, { projectId, userId });
  }
}
