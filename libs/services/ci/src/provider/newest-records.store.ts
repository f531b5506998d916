import { Injectable } from '@nestjs/common';
import type { NewestRecordsQuery } from '@hearth/ci-contracts';
import type { OutputOf, ProjectId } from '@hearth/contract-kit';
import type { Db, Row } from '@hearth/data';

type NewestRecords = OutputOf<typeof NewestRecordsQuery>;

const NEWEST = `
  select
    (select jsonb_build_object('id', id, 'status', status) from pipelines where project_id = $1 order by id desc limit 1) as pipeline,
    (select jsonb_build_object('id', id, 'status', status) from jobs where project_id = $1 and kind = 'build' order by id desc limit 1) as job,
    (select jsonb_build_object('id', id) from deployments where project_id = $1 order by id desc limit 1) as deployment`;

/** Reads the newest records of projects. */
@Injectable()
export class NewestRecordsStore {
  async of(db: Db, projectId: ProjectId): Promise<NewestRecords> {
    return (await db.prepared<NewestRecords & Row>(NEWEST, [projectId]))[0]!;
  }
}
