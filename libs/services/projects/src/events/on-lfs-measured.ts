import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { On, type Delivery } from '@hearth/messaging';
import { LfsMeasuredEvent } from '@hearth/repository-contracts';
import { StatisticsStore } from '../statistics/statistics.store.js';

/** Copies the total size of a project's LFS objects, which statistics show. */
@Controller()
export class OnLfsMeasured {
  constructor(private readonly statisticsStore: StatisticsStore) {}

  @On(LfsMeasuredEvent)
  handle(measured: EventDataOf<typeof LfsMeasuredEvent>, { tx }: Delivery): Promise<void> {
    return this.statisticsStore.noteLfs(tx, measured);
  }
}
