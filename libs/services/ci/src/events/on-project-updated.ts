import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectUpdatedEvent } from '@hearth/projects-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { BuildsStore } from '../builds/builds.store.js';
import { ProjectsStore } from '../pipelines/projects.store.js';

/** Runners take the jobs that a project lets them take now. */
@Controller()
export class OnProjectUpdated {
  constructor(
    private readonly projectsStore: ProjectsStore,
    private readonly buildsStore: BuildsStore,
  ) {}

  @On(ProjectUpdatedEvent)
  async handle(updated: EventDataOf<typeof ProjectUpdatedEvent>, { tx }: Delivery): Promise<void> {
    const { projectId, builds, repository, sharedRunnersEnabled, groupRunnersEnabled = true } = updated;
    if (builds === undefined || sharedRunnersEnabled === undefined) return;
    const buildsEnabled = builds !== 'disabled' && repository !== 'disabled';
    const use = { buildsEnabled, sharedRunnersEnabled, groupRunnersEnabled };
    await this.projectsStore.saveRunnerUse(tx, projectId, use);
    await this.buildsStore.wake(tx);
  }
}
