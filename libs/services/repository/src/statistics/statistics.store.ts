import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';

/** Measurement of a repository. */
export interface Statistics {
  /** Commits of the default branch. */
  readonly commitCount: number;
  /** Size on disk, in bytes. */
  readonly repositorySize: number;
  /** The README of the default branch; null without a branch, and a path of null without a README. */
  readonly readme: { readonly branch: string; readonly path: string | null } | null;
}

const NOTE = `
  update repositories set commit_count = $2, size_bytes = $3, measured_branch = $4, readme_path = $5, measurements = measurements + 1
  where project_id = $1 and deleted_at is null
    and (commit_count, size_bytes, measured_branch, readme_path) is distinct from ($2::bigint, $3::bigint, $4::text, $5::text)
  returning measurements as sequence`;

const USED = `select size_bytes + coalesce((select size from lfs_totals where lfs_totals.project_id = $1), 0) as bytes
  from repositories where project_id = $1`;

/** The measurements of repositories. */
@Injectable()
export class StatisticsStore {
  /**
   * Returns the bytes that a project uses of its size limit: of its repository at the last measurement, which runs seconds after a change, and of
   * its LFS objects.
   */
  async usedBytes(db: Db, projectId: ProjectId): Promise<number> {
    const [row] = await db.prepared<{ bytes: number }>(USED, [projectId]);
    return Number(row?.bytes ?? 0);
  }

  /** @returns the number of the measurement; undefined when nothing has changed, or the project was deleted */
  async note(tx: Tx, projectId: ProjectId, measured: Statistics): Promise<number | undefined> {
    const { commitCount, repositorySize, readme } = measured;
    const values = [projectId, commitCount, repositorySize, readme?.branch ?? null, readme?.path ?? null];
    const [noted] = await tx.prepared<{ sequence: number }>(NOTE, values);
    return noted?.sequence;
  }
}
