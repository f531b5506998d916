import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { DefaultBranchChangedEvent } from '@hearth/repository-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { ProjectsStore } from '../projects/projects.store.js';

/** Stores the default branch. The request that changed it has stored it already, unless its process ended in between. */
@Controller()
export class OnDefaultBranchChanged {
  constructor(private readonly projectsStore: ProjectsStore) {}

  @On(DefaultBranchChangedEvent)
  handle(change: EventDataOf<typeof DefaultBranchChangedEvent>, { tx }: Delivery): Promise<void> {
    return this.projectsStore.noteDefaultBranch(tx, change);
  }
}
