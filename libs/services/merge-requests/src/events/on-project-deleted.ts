import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectDeletedEvent, WhichProjectsExistQuery } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, gone, type Delivery } from '@hearth/messaging';
import { RemoveProjectJob } from '../jobs.js';

/** Its merge requests go; those from it into other projects stay. */
@Controller()
export class OnProjectDeleted {
  constructor(private readonly jobs: Jobs) {}

  @On(ProjectDeletedEvent, { confirm: gone(WhichProjectsExistQuery, ({ projectId }) => ({ ids: [projectId] })) })
  async handle({ projectId }: EventDataOf<typeof ProjectDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.jobs.add(tx, RemoveProjectJob, { projectId });
  }
}
