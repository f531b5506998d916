import type { EventDataOf } from '@hearth/contract-kit';
import { RefUpdated } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { ProjectsStore } from '../projects/projects.store.js';

/** A push is activity, and it may have moved the default branch. */
@On(RefUpdated)
export class OnRefUpdated implements Reaction<typeof RefUpdated> {
  constructor(private readonly projects: ProjectsStore) {}

  handle(change: EventDataOf<typeof RefUpdated>, tx: Tx): Promise<void> {
    return this.projects.noteRepositoryChange(tx, change);
  }
}
