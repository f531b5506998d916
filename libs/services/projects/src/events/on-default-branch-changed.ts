import type { EventDataOf } from '@hearth/contract-kit';
import { DefaultBranchChanged } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { ProjectsStore } from '../projects/projects.store.js';

/** Whoever asked for the change has stored it already, unless the process ended in between. */
@On(DefaultBranchChanged)
export class OnDefaultBranchChanged implements Reaction<typeof DefaultBranchChanged> {
  constructor(private readonly projects: ProjectsStore) {}

  handle(change: EventDataOf<typeof DefaultBranchChanged>, tx: Tx): Promise<void> {
    return this.projects.noteDefaultBranch(tx, change);
  }
}
