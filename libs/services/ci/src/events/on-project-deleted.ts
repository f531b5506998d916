import { Calls } from '@hearth/calls';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectDeletedEvent, WhichProjectsExistQuery } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { ClearProject } from '../jobs/clear-project.js';
import { ProjectsStore } from '../pipelines/projects.store.js';

/** Later events of the project wait meanwhile. */
const CONFIRM_MS = 5_000;

/** From here on nothing is stored for that id; what there is of it is removed by a job. */
@On(ProjectDeletedEvent)
export class OnProjectDeleted implements Reaction<typeof ProjectDeletedEvent> {
  constructor(
    private readonly projectsStore: ProjectsStore,
    private readonly jobs: Jobs,
    private readonly calls: Calls,
  ) {}

  async confirm({ projectId }: EventDataOf<typeof ProjectDeletedEvent>): Promise<boolean> {
    const { ids } = await this.calls.query(WhichProjectsExistQuery, { ids: [projectId] }, { timeoutMs: CONFIRM_MS });
    return ids.length === 0;
  }

  async handle({ projectId }: EventDataOf<typeof ProjectDeletedEvent>, tx: Tx): Promise<void> {
    await this.projectsStore.bury(tx, projectId);
    await this.jobs.add(tx, ClearProject, { projectId });
  }
}
