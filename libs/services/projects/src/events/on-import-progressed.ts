import type { EventDataOf } from '@hearth/contract-kit';
import { ImportProgressedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { ImportsStore } from '../imports/imports.store.js';

/** A project shows how far its import is. */
@On(ImportProgressedEvent)
export class OnImportProgressed implements Reaction<typeof ImportProgressedEvent> {
  constructor(private readonly importsStore: ImportsStore) {}

  handle(progress: EventDataOf<typeof ImportProgressedEvent>, tx: Tx): Promise<void> {
    return this.importsStore.progress(tx, progress, false);
  }
}
