import { Injectable } from '@nestjs/common';
import type { EventDataOf, ProjectId } from '@hearth/contract-kit';
import type { ImportProgressed } from '@hearth/contracts';
import type { Db, Tx } from '@hearth/data';

const SCHEDULE = `update projects set import_status = 'scheduled', import_error = null, import_url = $2 where id = $1`;

const SOURCE = `
  select import_url as "importUrl" from projects where id = $1 and import_status in ('scheduled', 'started')`;

/** What has ended stays as it is, whatever is told late or again; its source is forgotten. */
const PROGRESS = `
  update projects set import_status = $2, import_error = $3,
    import_url = case when $2 = 'started' then import_url end
  where id = $1 and import_status in ('scheduled', 'started')`;

/** How far the imports of projects are. */
@Injectable()
export class ImportsStore {
  /** @param importUrl encrypted */
  async schedule(tx: Tx, projectId: ProjectId, importUrl: string): Promise<void> {
    await tx.prepared(SCHEDULE, [projectId, importUrl]);
  }

  /** From where, encrypted; undefined when nothing is to be imported (any more). */
  async source(db: Db, projectId: ProjectId): Promise<string | undefined> {
    const [row] = await db.prepared<{ importUrl: string }>(SOURCE, [projectId]);
    return row?.importUrl;
  }

  async progress(tx: Tx, { projectId, state, error }: EventDataOf<typeof ImportProgressed>): Promise<void> {
    await tx.prepared(PROGRESS, [projectId, state, error]);
  }
}
