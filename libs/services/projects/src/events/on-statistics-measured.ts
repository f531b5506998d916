import type { EventDataOf } from '@hearth/contract-kit';
import { StatisticsMeasuredEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { StatisticsStore } from '../statistics/statistics.store.js';

/** Statistics are read with the project: what the repository holds is kept beside it. */
@On(StatisticsMeasuredEvent)
export class OnStatisticsMeasured implements Reaction<typeof StatisticsMeasuredEvent> {
  constructor(private readonly statisticsStore: StatisticsStore) {}

  handle(measured: EventDataOf<typeof StatisticsMeasuredEvent>, tx: Tx): Promise<void> {
    return this.statisticsStore.note(tx, measured);
  }
}
