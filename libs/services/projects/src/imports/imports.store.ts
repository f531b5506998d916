import { Injectable } from '@nestjs/common';
import type { EventDataOf, ProjectId } from '@hearth/contract-kit';
import type { ImportProgressedEvent } from '@hearth/repository-contracts';
import type { Db, Tx } from '@hearth/data';
import { ProjectEntity } from '../projects/project.entity.js';

const SOURCE = `
  select import_url as "importUrl", forked_from_id as "forkedFromId" from projects where id = $1 and import_status in ('scheduled', 'started')`;

/**
 * A status that is final stays as it is, however late or often a report arrives; the source's URL is cleared. A fork into which another
 * repository is imported later ignores reports of its own copy from then on.
 */
const PROGRESS = `
  update projects set import_status = $2, import_error = $3,
    import_url = case when $2 = 'started' then import_url end
  where id = $1 and import_status in ('scheduled', 'started') and (import_url is null) = $4`;

/** Source of a repository's copy: one of the two. */
export interface CopySource {
  /** Encrypted. */
  readonly importUrl: string | null;
  readonly forkedFromId: ProjectId | null;
}

/** Status of the imports of projects. */
@Injectable()
export class ImportsStore {
  /** @param importUrl encrypted */
  async schedule(tx: Tx, projectId: ProjectId, importUrl: string): Promise<void> {
    const scheduled = { importStatus: 'scheduled', importError: null, importUrl } as const;
    await tx.repository(ProjectEntity).update({ id: projectId }, scheduled);
  }

  /** Source of the copy; undefined when nothing is to be copied (any more). */
  async source(db: Db, projectId: ProjectId): Promise<CopySource | undefined> {
    const [row] = await db.prepared<CopySource & Record<string, unknown>>(SOURCE, [projectId]);
    return row;
  }

  /** @param isFork whether the report is about the copy of a fork, not about an import */
  async progress(
    tx: Tx,
    { projectId, state, error }: EventDataOf<typeof ImportProgressedEvent>,
    isFork: boolean,
  ): Promise<void> {
    await tx.prepared(PROGRESS, [projectId, state, error, isFork]);
  }
}
