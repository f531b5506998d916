import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectCreatedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { ProjectsStore } from '../pipelines/projects.store.js';

/** Runners leave alone what a project is created without; all others use everything. */
@On(ProjectCreatedEvent)
export class OnProjectCreated implements Reaction<typeof ProjectCreatedEvent> {
  constructor(private readonly projectsStore: ProjectsStore) {}

  async handle(created: EventDataOf<typeof ProjectCreatedEvent>, tx: Tx): Promise<void> {
    const { projectId, builds = 'enabled', sharedRunnersEnabled = true } = created;
    if (builds !== 'disabled' && sharedRunnersEnabled) return;
    await this.projectsStore.saveRunnerUse(tx, projectId, {
      buildsEnabled: builds !== 'disabled',
      sharedRunnersEnabled,
    });
  }
}
