import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectUpdatedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { BuildsStore } from '../builds/builds.store.js';
import { ProjectsStore } from '../pipelines/projects.store.js';

/** Runners take the jobs that a project lets them take now. */
@On(ProjectUpdatedEvent)
export class OnProjectUpdated implements Reaction<typeof ProjectUpdatedEvent> {
  constructor(
    private readonly projectsStore: ProjectsStore,
    private readonly buildsStore: BuildsStore,
  ) {}

  async handle(updated: EventDataOf<typeof ProjectUpdatedEvent>, tx: Tx): Promise<void> {
    const { projectId, builds, repository, sharedRunnersEnabled } = updated;
    if (builds === undefined || sharedRunnersEnabled === undefined) return;
    const buildsEnabled = builds !== 'disabled' && repository !== 'disabled';
    await this.projectsStore.saveRunnerUse(tx, projectId, { buildsEnabled, sharedRunnersEnabled });
    await this.buildsStore.wake(tx);
  }
}
