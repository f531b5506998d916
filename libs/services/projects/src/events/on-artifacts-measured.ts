import type { EventDataOf } from '@hearth/contract-kit';
import { ArtifactsMeasuredEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { StatisticsStore } from '../statistics/statistics.store.js';

/** Copies the total size of a project's artifacts, which statistics show. */
@On(ArtifactsMeasuredEvent)
export class OnArtifactsMeasured implements Reaction<typeof ArtifactsMeasuredEvent> {
  constructor(private readonly statisticsStore: StatisticsStore) {}

  handle(measured: EventDataOf<typeof ArtifactsMeasuredEvent>, tx: Tx): Promise<void> {
    return this.statisticsStore.noteArtifacts(tx, measured);
  }
}
