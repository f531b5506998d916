import { Calls } from '@hearth/calls';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectDeletedEvent, WhichProjectsExistQuery } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { RemoveProject } from '../jobs/removal-jobs.js';

/** Later events of the project wait meanwhile. */
const CONFIRM_MS = 5_000;

/** Its merge requests go; those from it into other projects stay. */
@On(ProjectDeletedEvent)
export class OnProjectDeleted implements Reaction<typeof ProjectDeletedEvent> {
  constructor(
    private readonly jobs: Jobs,
    private readonly calls: Calls,
  ) {}

  async confirm({ projectId }: EventDataOf<typeof ProjectDeletedEvent>): Promise<boolean> {
    const { ids } = await this.calls.query(WhichProjectsExistQuery, { ids: [projectId] }, { timeoutMs: CONFIRM_MS });
    return ids.length === 0;
  }

  async handle({ projectId }: EventDataOf<typeof ProjectDeletedEvent>, tx: Tx): Promise<void> {
    await this.jobs.add(tx, RemoveProject, { projectId });
  }
}
