import type { EventDataOf } from '@hearth/contract-kit';
import { ForkProgressedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { ImportsStore } from '../imports/imports.store.js';

/** A fork shows how far its copy is, as an import does. */
@On(ForkProgressedEvent)
export class OnForkProgressed implements Reaction<typeof ForkProgressedEvent> {
  constructor(private readonly importsStore: ImportsStore) {}

  handle(progress: EventDataOf<typeof ForkProgressedEvent>, tx: Tx): Promise<void> {
    return this.importsStore.progress(tx, progress, true);
  }
}
