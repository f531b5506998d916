import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';

/** Most marks of one user in a merge request that are read. */
const MOST = 10_000;

const OF = `select path_sha1 as "fileId", blob_id as "blob" from merge_request_viewed_files
  where merge_request_id = $1 and user_id = $2 limit $3`;
const MARK = `insert into merge_request_viewed_files (merge_request_id, user_id, path_sha1, blob_id)
  select id, $2, $3, $4 from merge_requests where id = $1 and deleted_at is null for share
  on conflict (merge_request_id, user_id, path_sha1) do update set blob_id = excluded.blob_id`;
const UNMARK = 'delete from merge_request_viewed_files where merge_request_id = $1 and user_id = $2 and path_sha1 = $3';

/** All SQL about the files that users have marked as viewed. */
@Injectable()
export class ViewedFilesStore {
  /** Returns the content that a user has viewed of each file, by the file's id. */
  async of(db: Db, mergeRequestId: number, userId: UserId): Promise<ReadonlyMap<string, string>> {
    const rows = await db.prepared<{ fileId: string; blob: string }>(OF, [mergeRequestId, userId, MOST]);
    return new Map(rows.map(({ fileId, blob }) => [fileId, blob]));
  }

  async mark(tx: Tx, mergeRequestId: number, userId: UserId, fileId: string, blob: string): Promise<void> {
    await tx.prepared(MARK, [mergeRequestId, userId, fileId, blob]);
  }

  async unmark(tx: Tx, mergeRequestId: number, userId: UserId, fileId: string): Promise<void> {
    await tx.prepared(UNMARK, [mergeRequestId, userId, fileId]);
  }
}
