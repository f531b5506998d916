import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row } from '@hearth/data';
import {
  MERGE_REQUEST_COLUMNS,
  MERGE_REQUEST_SOURCES,
  type MergeRequestRecord,
} from '../merge-requests/merge-requests.store.js';

/** Two commits of each are compared at once. */
const MOST = 1_000;

const NEWEST = `
  select m.id, v.head_sha as "headSha", v.base_sha as "baseSha",
    array_remove(array[m.merge_commit_sha, m.squash_commit_sha], null) as made
  from merge_requests m join merge_request_versions v on v.id = m.latest_version_id
  where m.target_project_id = $1 and m.deleted_at is null order by m.iid desc limit ${MOST}`;
const MERGED = `
  select m.iid, v.head_sha as "headSha", v.base_sha as "baseSha",
    array_remove(array[m.merge_commit_sha, m.squash_commit_sha], null) as made
  from merge_requests m join merge_request_versions v on v.id = m.latest_version_id
  where m.target_project_id = $1 and m.state = 'merged' and m.deleted_at is null order by m.iid desc limit ${MOST}`;
const BY_IDS = `select ${MERGE_REQUEST_COLUMNS} from ${MERGE_REQUEST_SOURCES} where m.id = any ($1::bigint[]) order by m.iid desc`;

/** Commits of a merge request. */
export interface VersionCommits {
  readonly id: number;
  readonly headSha: string;
  readonly baseSha: string | null;
  /** Commits that its merge made. */
  readonly made: readonly string[];
}

/** The same of a merged merge request, by its number. */
export type MergedCommits = Omit<VersionCommits, 'id'> & { readonly iid: number };

/** SQL of the merge requests with a commit. */
@Injectable()
export class CommitMergeRequestsStore {
  /** The newest merge requests into a project, at most 1 000. */
  newest(db: Db, projectId: ProjectId): Promise<VersionCommits[]> {
    return db.prepared<VersionCommits & Row>(NEWEST, [projectId]);
  }

  /** The newest merged merge requests into a project, at most 1 000. */
  merged(db: Db, projectId: ProjectId): Promise<MergedCommits[]> {
    return db.prepared<MergedCommits & Row>(MERGED, [projectId]);
  }

  /** Merge requests by id, the newest first. */
  byIds(db: Db, ids: readonly number[]): Promise<MergeRequestRecord[]> {
    return db.prepared<MergeRequestRecord & Row>(BY_IDS, [ids]);
  }
}
