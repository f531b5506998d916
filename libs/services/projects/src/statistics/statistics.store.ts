import { Injectable } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import type { ArtifactsMeasuredEvent, StatisticsMeasuredEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';

/** The newest measurement stays, whatever the order in which they are told. */
const NOTE = `
  update projects set commit_count = $2, repository_size = $3, statistics_sequence = $4, measured_branch = $5,
    readme_path = $6
  where id = $1 and statistics_sequence < $4`;

const NOTE_ARTIFACTS = `
  update projects set artifacts_size = $2, artifacts_sequence = $3 where id = $1 and artifacts_sequence < $3`;

/** Copies of the statistics of projects: of their repositories, and of the artifacts of their jobs. */
@Injectable()
export class StatisticsStore {
  /** Takes over a measurement. Repeating it, late or early, changes nothing more; a project that is gone stays gone. */
  async note(tx: Tx, measured: EventDataOf<typeof StatisticsMeasuredEvent>): Promise<void> {
    const { projectId, commitCount, repositorySize, readme, sequence } = measured;
    const about = [readme?.branch ?? null, readme?.path ?? null];
    await tx.prepared(NOTE, [projectId, commitCount, repositorySize, sequence, ...about]);
  }

  /** Takes over the size of a project's artifacts, by the same rules. */
  async noteArtifacts(tx: Tx, measured: EventDataOf<typeof ArtifactsMeasuredEvent>): Promise<void> {
    const { projectId, artifactsSize, sequence } = measured;
    await tx.prepared(NOTE_ARTIFACTS, [projectId, artifactsSize, sequence]);
  }
}
