import type { EventDataOf } from '@hearth/contract-kit';
import { ImportProgressed } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { ImportsStore } from '../imports/imports.store.js';

/** A project shows how far its import is. */
@On(ImportProgressed)
export class OnImportProgressed implements Reaction<typeof ImportProgressed> {
  constructor(private readonly imports: ImportsStore) {}

  handle(progress: EventDataOf<typeof ImportProgressed>, tx: Tx): Promise<void> {
    return this.imports.progress(tx, progress);
  }
}
