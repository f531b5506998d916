import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectCreatedEvent } from '@hearth/projects-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { ProjectsStore } from '../pipelines/projects.store.js';

/** Runners leave alone what a project is created without; all others use everything. */
@Controller()
export class OnProjectCreated {
  constructor(private readonly projectsStore: ProjectsStore) {}

  @On(ProjectCreatedEvent)
  async handle(created: EventDataOf<typeof ProjectCreatedEvent>, { tx }: Delivery): Promise<void> {
    const { projectId, builds = 'enabled', sharedRunnersEnabled = true, groupRunnersEnabled = true } = created;
    if (builds !== 'disabled' && sharedRunnersEnabled && groupRunnersEnabled) return;
    await this.projectsStore.saveRunnerUse(tx, projectId, {
      buildsEnabled: builds !== 'disabled',
      sharedRunnersEnabled,
      groupRunnersEnabled,
    });
  }
}
