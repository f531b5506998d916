import { Injectable } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import type { StatisticsMeasuredEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';

/** The newest measurement stays, whatever the order in which they are told. */
const NOTE = `
  update projects set commit_count = $2, repository_size = $3, statistics_sequence = $4
  where id = $1 and statistics_sequence < $4`;

/** Copies of what the repositories of projects hold. */
@Injectable()
export class StatisticsStore {
  /** Takes over a measurement. Repeating it, late or early, changes nothing more; a project that is gone stays gone. */
  async note(tx: Tx, measured: EventDataOf<typeof StatisticsMeasuredEvent>): Promise<void> {
    const { projectId, commitCount, repositorySize, sequence } = measured;
    await tx.prepared(NOTE, [projectId, commitCount, repositorySize, sequence]);
  }
}
