import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectUpdatedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';
import { effectiveLevel } from '../known/known.rules.js';

/** Lists across projects show what a project is like now. */
@On(ProjectUpdatedEvent)
export class OnProjectUpdated implements Reaction<typeof ProjectUpdatedEvent> {
  constructor(private readonly knownStore: KnownStore) {}

  async handle(updated: EventDataOf<typeof ProjectUpdatedEvent>, tx: Tx): Promise<void> {
    const { projectId: id, visibility, archived } = updated;
    await this.knownStore.saveProject(tx, {
      id,
      visibility,
      archived,
      mergeRequestsAccessLevel: effectiveLevel(updated),
    });
  }
}
