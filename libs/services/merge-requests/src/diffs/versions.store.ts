import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { VersionState } from '../merge-requests/merge-request.rules.js';

/** Commits that define the difference between source and target branch at one moment. */
export interface VersionColumns {
  /** Best common ancestor of head and start; null where they have none. */
  readonly baseSha: string | null;
  /** Tip of the target branch. */
  readonly startSha: string;
  /** Tip of the source branch. */
  readonly headSha: string;
  readonly state: VersionState;
  readonly filesCount: number;
}

export interface Version extends VersionColumns {
  readonly id: number;
  readonly mergeRequestId: number;
  readonly createdAt: Date;
}

const COLUMNS = `v.id, v.merge_request_id as "mergeRequestId", v.base_sha as "baseSha", v.start_sha as "startSha",
  v.head_sha as "headSha", v.state, v.files_count as "filesCount", v.created_at as "createdAt"`;

const INSERT = `
  with made as (
    insert into merge_request_versions (merge_request_id, base_sha, start_sha, head_sha, state, files_count)
    values ($1, $2, $3, $4, $5, $6) returning id)
  update merge_requests m set latest_version_id = made.id, head_sha = $4, merge_status = 'unchecked', updated_at = now(),
    checked_source_sha = null, checked_target_sha = null
  from made where m.id = $1 returning made.id`;
const CLEAR_AUTO_MERGE = `update merge_requests set merge_when_pipeline_succeeds = false, auto_merge_user_id = null, auto_merge_sha = null,
  auto_merge_options = null, auto_merge_at = null where id = $1 and merge_when_pipeline_succeeds`;
const LATEST = `select ${COLUMNS} from merge_requests m join merge_request_versions v on v.id = m.latest_version_id where m.id = $1`;
const NEWEST = `select ${COLUMNS} from merge_request_versions v where v.merge_request_id = $1 order by v.id desc limit $2`;
const ONE = `select ${COLUMNS} from merge_request_versions v where v.merge_request_id = $1 and v.id = $2`;

const BETWEEN = `select ${COLUMNS} from merge_request_versions v
  where v.merge_request_id = $1 and v.head_sha = $2 and v.start_sha = $3 and v.base_sha = $4 order by v.id desc limit 1`;

/** All SQL about the versions of merge requests. */
@Injectable()
export class VersionsStore {
  /** Adds the newest version of a merge request, whose mergeability has to be checked again. @returns its id */
  async add(tx: Tx, mergeRequestId: number, version: VersionColumns): Promise<number> {
    const { baseSha, startSha, headSha, state, filesCount } = version;
    const values = [mergeRequestId, baseSha, startSha, headSha, state, filesCount];
    const [row] = await tx.prepared<{ id: number }>(INSERT, values);
    return row!.id;
  }

  /** Cancels the automatic merge. */
  async clearAutoMerge(tx: Tx, mergeRequestId: number): Promise<void> {
    await tx.prepared(CLEAR_AUTO_MERGE, [mergeRequestId]);
  }

  /** Newest version between these commits; undefined without one. */
  async between(
    db: Db,
    mergeRequestId: number,
    { headSha, startSha, baseSha }: Pick<VersionColumns, 'headSha' | 'startSha' | 'baseSha'>,
  ): Promise<Version | undefined> {
    const [version] = await db.prepared<Version & Row>(BETWEEN, [mergeRequestId, headSha, startSha, baseSha]);
    return version;
  }

  async latest(db: Db, mergeRequestId: number): Promise<Version | undefined> {
    const [version] = await db.prepared<Version & Row>(LATEST, [mergeRequestId]);
    return version;
  }

  /** Returns the newest versions, the last one first. */
  newest(db: Db, mergeRequestId: number, most: number): Promise<Version[]> {
    return db.prepared<Version & Row>(NEWEST, [mergeRequestId, most]);
  }

  async find(db: Db, mergeRequestId: number, id: number): Promise<Version | undefined> {
    const [version] = await db.prepared<Version & Row>(ONE, [mergeRequestId, id]);
    return version;
  }

  /** Returns a page of the versions, newest first. */
  page(db: Db, mergeRequestId: number, request: PageRequest): Promise<Page<Version>> {
    const rows = (parameter: Parameter) =>
      `from merge_request_versions v where v.merge_request_id = ${parameter(mergeRequestId)}`;
    return readPage<Version>(db, request, plainList({ columns: COLUMNS, rows, order: 'v.id desc' }));
  }
}
