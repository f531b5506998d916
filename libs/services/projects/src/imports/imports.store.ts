import { Injectable } from '@nestjs/common';
import type { EventDataOf, ProjectId } from '@hearth/contract-kit';
import type { ImportProgressedEvent } from '@hearth/contracts';
import type { Db, Tx } from '@hearth/data';
import { ProjectEntity } from '../projects/project.entity.js';

const SOURCE = `
  select import_url as "importUrl", forked_from_id as "forkedFromId" from projects where id = $1 and import_status in ('scheduled', 'started')`;

/**
 * What has ended stays as it is, whatever is told late or again; its source is forgotten. A fork into which something else is imported later
 * is told nothing of its own copy any more.
 */
const PROGRESS = `
  update projects set import_status = $2, import_error = $3,
    import_url = case when $2 = 'started' then import_url end
  where id = $1 and import_status in ('scheduled', 'started') and (import_url is null) = $4`;

/** Where a repository is copied from: one of the two. */
export interface CopySource {
  /** Encrypted. */
  readonly importUrl: string | null;
  readonly forkedFromId: ProjectId | null;
}

/** How far the imports of projects are. */
@Injectable()
export class ImportsStore {
  /** @param importUrl encrypted */
  async schedule(tx: Tx, projectId: ProjectId, importUrl: string): Promise<void> {
    const scheduled = { importStatus: 'scheduled', importError: null, importUrl } as const;
    await tx.repository(ProjectEntity).update({ id: projectId }, scheduled);
  }

  /** From where; undefined when nothing is to be copied (any more). */
  async source(db: Db, projectId: ProjectId): Promise<CopySource | undefined> {
    const [row] = await db.prepared<CopySource & Record<string, unknown>>(SOURCE, [projectId]);
    return row;
  }

  /** @param isFork whether it is the copy of a fork, and not an import */
  async progress(
    tx: Tx,
    { projectId, state, error }: EventDataOf<typeof ImportProgressedEvent>,
    isFork: boolean,
  ): Promise<void> {
    await tx.prepared(PROGRESS, [projectId, state, error, isFork]);
  }
}
