import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';

const OPEN = `deleted_at is null and state in ('opened', 'locked')`;

const IS_FOLLOWED = `
  select exists (select from merge_requests where source_project_id = $1 and source_branch = $2 and ${OPEN})
    or exists (select from merge_requests where target_project_id = $1 and target_branch = $2 and ${OPEN}) as followed`;

const FROM = `
  select id from merge_requests
  where source_project_id = $1 and source_branch = $2 and ${OPEN} and id > $3 order by id limit $4`;

/** An empty version was contained from the beginning: nothing of it has been merged. */
const INTO = `
  select m.id, m.head_sha as "headSha" from merge_requests m join merge_request_versions v on v.id = m.latest_version_id
  where m.target_project_id = $1 and m.target_branch = $2 and m.deleted_at is null and m.state in ('opened', 'locked')
    and v.state <> 'empty' and m.id > $3
  order by m.id limit $4`;

/** By the author of the merge request where no user has changed the branch. */
const NOTE_FROM = `
  insert into notes (project_id, merge_request_id, author_id, body, system)
  select target_project_id, id, coalesce($3::bigint, author_id), $4, true from merge_requests
  where source_project_id = $1 and source_branch = $2 and ${OPEN} order by id`;

/** Open merge requests by their branches. */
@Injectable()
export class FollowedBranchesStore {
  /** Whether an open merge request has the branch as its source or its target. */
  async isFollowed(db: Db, projectId: ProjectId, branch: string): Promise<boolean> {
    const [row] = await db.prepared<{ followed: boolean }>(IS_FOLLOWED, [projectId, branch]);
    return row!.followed;
  }

  /** Those from the branch, the next ones after an id. */
  async from(db: Db, projectId: ProjectId, branch: string, after: number, most: number): Promise<number[]> {
    const rows = await db.prepared<{ id: number }>(FROM, [projectId, branch, after, most]);
    return rows.map(({ id }) => id);
  }

  /** Those into the branch that have something to merge, the next ones after an id, with the heads of their newest versions. */
  into(
    db: Db,
    projectId: ProjectId,
    branch: string,
    after: number,
    most: number,
  ): Promise<{ id: number; headSha: string }[]> {
    return db.prepared<{ id: number; headSha: string }>(INTO, [projectId, branch, after, most]);
  }

  /** Notes on all from the branch what somebody did to it. @param userId null: no user did */
  async noteFrom(tx: Tx, projectId: ProjectId, branch: string, userId: UserId | null, body: string): Promise<void> {
    await tx.prepared(NOTE_FROM, [projectId, branch, userId, body]);
  }
}
