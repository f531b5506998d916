import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { StatisticsMeasuredEvent } from '@hearth/repository-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { StatisticsStore } from '../statistics/statistics.store.js';

/** Statistics are read with the project: what the repository holds is kept beside it. */
@Controller()
export class OnStatisticsMeasured {
  constructor(private readonly statisticsStore: StatisticsStore) {}

  @On(StatisticsMeasuredEvent)
  handle(measured: EventDataOf<typeof StatisticsMeasuredEvent>, { tx }: Delivery): Promise<void> {
    return this.statisticsStore.note(tx, measured);
  }
}
