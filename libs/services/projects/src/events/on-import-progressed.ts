import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ImportProgressedEvent } from '@hearth/repository-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { ImportsStore } from '../imports/imports.store.js';

/** A project shows how far its import is. */
@Controller()
export class OnImportProgressed {
  constructor(private readonly importsStore: ImportsStore) {}

  @On(ImportProgressedEvent)
  handle(progress: EventDataOf<typeof ImportProgressedEvent>, { tx }: Delivery): Promise<void> {
    return this.importsStore.progress(tx, progress, false);
  }
}
