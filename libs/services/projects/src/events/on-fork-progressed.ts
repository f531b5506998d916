import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ForkProgressedEvent } from '@hearth/repository-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { ImportsStore } from '../imports/imports.store.js';

/** A fork shows how far its copy is, as an import does. */
@Controller()
export class OnForkProgressed {
  constructor(private readonly importsStore: ImportsStore) {}

  @On(ForkProgressedEvent)
  handle(progress: EventDataOf<typeof ForkProgressedEvent>, { tx }: Delivery): Promise<void> {
    return this.importsStore.progress(tx, progress, true);
  }
}
