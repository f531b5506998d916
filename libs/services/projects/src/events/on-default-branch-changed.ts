import type { EventDataOf } from '@hearth/contract-kit';
import { DefaultBranchChangedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { ProjectsStore } from '../projects/projects.store.js';

/** Whoever asked for the change has stored it already, unless the process ended in between. */
@On(DefaultBranchChangedEvent)
export class OnDefaultBranchChanged implements Reaction<typeof DefaultBranchChangedEvent> {
  constructor(private readonly projectsStore: ProjectsStore) {}

  handle(change: EventDataOf<typeof DefaultBranchChangedEvent>, tx: Tx): Promise<void> {
    return this.projectsStore.noteDefaultBranch(tx, change);
  }
}
