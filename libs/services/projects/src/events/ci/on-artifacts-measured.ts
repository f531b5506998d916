import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ArtifactsMeasuredEvent } from '@hearth/ci-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { StatisticsStore } from '../../statistics/statistics.store.js';

/** Copies the total size of a project's artifacts, which statistics show. */
@Controller()
export class OnArtifactsMeasured {
  constructor(private readonly statisticsStore: StatisticsStore) {}

  @On(ArtifactsMeasuredEvent)
  handle(measured: EventDataOf<typeof ArtifactsMeasuredEvent>, { tx }: Delivery): Promise<void> {
    return this.statisticsStore.noteArtifacts(tx, measured);
  }
}
