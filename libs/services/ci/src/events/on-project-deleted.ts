import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectDeletedEvent, WhichProjectsExistQuery } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, gone, type Delivery } from '@hearth/messaging';
import { ClearProjectJob } from '../jobs.js';
import { ProjectsStore } from '../pipelines/projects.store.js';

/** From here on nothing is stored for that id; what there is of it is removed by a job. */
@Controller()
export class OnProjectDeleted {
  constructor(
    private readonly projectsStore: ProjectsStore,
    private readonly jobs: Jobs,
  ) {}

  @On(ProjectDeletedEvent, { confirm: gone(WhichProjectsExistQuery, ({ projectId }) => ({ ids: [projectId] })) })
  async handle({ projectId }: EventDataOf<typeof ProjectDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.projectsStore.bury(tx, projectId);
    await this.jobs.add(tx, ClearProjectJob, { projectId });
  }
}
