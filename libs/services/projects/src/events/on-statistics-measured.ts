import type { EventDataOf } from '@hearth/contract-kit';
import { StatisticsMeasured } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { StatisticsStore } from '../statistics/statistics.store.js';

/** Statistics are read with the project: what the repository holds is kept beside it. */
@On(StatisticsMeasured)
export class OnStatisticsMeasured implements Reaction<typeof StatisticsMeasured> {
  constructor(private readonly statistics: StatisticsStore) {}

  handle(measured: EventDataOf<typeof StatisticsMeasured>, tx: Tx): Promise<void> {
    return this.statistics.note(tx, measured);
  }
}
