import { Injectable } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import type { ArtifactsMeasuredEvent } from '@hearth/ci-contracts';
import type { LfsMeasuredEvent, StatisticsMeasuredEvent } from '@hearth/repository-contracts';
import type { Tx } from '@hearth/data';

/** The newest measurement stays, whatever the order of arrival. */
const NOTE = `
  update projects set commit_count = $2, repository_size = $3, statistics_sequence = $4, measured_branch = $5,
    readme_path = $6
  where id = $1 and statistics_sequence < $4`;

const NOTE_ARTIFACTS = `
  update projects set artifacts_size = $2, artifacts_sequence = $3 where id = $1 and artifacts_sequence < $3`;

const NOTE_LFS = 'update projects set lfs_size = $2, lfs_sequence = $3 where id = $1 and lfs_sequence < $3';

/** Copies of the statistics of projects: of their repositories, of their LFS objects, and of the artifacts of their jobs. */
@Injectable()
export class StatisticsStore {
  /** Updates the copy of a measurement. Late or repeated ones have no effect; deleted projects stay deleted. */
  async note(tx: Tx, measured: EventDataOf<typeof StatisticsMeasuredEvent>): Promise<void> {
    const { projectId, commitCount, repositorySize, readme, sequence } = measured;
    const about = [readme?.branch ?? null, readme?.path ?? null];
    await tx.prepared(NOTE, [projectId, commitCount, repositorySize, sequence, ...about]);
  }

  /** Updates the copy of the size of a project's artifacts, by the same rules. */
  async noteArtifacts(tx: Tx, measured: EventDataOf<typeof ArtifactsMeasuredEvent>): Promise<void> {
    const { projectId, artifactsSize, sequence } = measured;
    await tx.prepared(NOTE_ARTIFACTS, [projectId, artifactsSize, sequence]);
  }

  /** Updates the copy of the size of a project's LFS objects, by the same rules. */
  async noteLfs(tx: Tx, measured: EventDataOf<typeof LfsMeasuredEvent>): Promise<void> {
    const { projectId, lfsObjectsSize, sequence } = measured;
    await tx.prepared(NOTE_LFS, [projectId, lfsObjectsSize, sequence]);
  }
}
