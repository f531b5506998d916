import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectUpdatedEvent } from '@hearth/projects-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';
import { effectiveLevel } from '../known/known.rules.js';

/** Lists across projects show what a project is like now. */
@Controller()
export class OnProjectUpdated {
  constructor(private readonly knownStore: KnownStore) {}

  @On(ProjectUpdatedEvent)
  async handle(updated: EventDataOf<typeof ProjectUpdatedEvent>, { tx }: Delivery): Promise<void> {
    const { projectId: id, visibility, archived } = updated;
    await this.knownStore.saveProject(tx, {
      id,
      visibility,
      archived,
      mergeRequestsAccessLevel: effectiveLevel(updated),
    });
  }
}
