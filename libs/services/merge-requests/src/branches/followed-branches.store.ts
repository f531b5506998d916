import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';

const OPEN = `deleted_at is null and state in ('opened', 'locked')`;

const IS_FOLLOWED = `
  select exists (select from merge_requests where source_project_id = $1 and source_branch = $2 and ${OPEN})
    or exists (select from merge_requests where target_project_id = $1 and target_branch = $2 and ${OPEN}) as followed`;

const FROM = `
  select id from merge_requests
  where source_project_id = $1 and source_branch = $2 and ${OPEN} and id > $3 order by id limit $4`;

const NEWEST_FROM = `
  select target_project_id as "projectId", iid from merge_requests
  where source_project_id = $1 and source_branch = $2 and deleted_at is null and state = 'opened' order by id desc limit $3`;

const WITH_HEAD = (condition: string) => `
  select id, head_sha = $1 as "isHead", auto_merge_user_id is not null and auto_merge_sha = $1 as "isAwaited" from merge_requests
  where ${condition} and $1 in (head_sha, auto_merge_sha) and state = 'opened' and deleted_at is null`;
const FROM_WITH_HEAD = WITH_HEAD('source_project_id = $2 and source_branch = $3');
/** A pipeline of a merge request runs in its source project or in its target project. */
const ONE_WITH_HEAD = WITH_HEAD('$2 in (source_project_id, target_project_id) and id = $3');

/** Without empty versions: the target contained these from the beginning, so nothing of them has been merged. */
const INTO = `
  select m.id, m.head_sha as "headSha" from merge_requests m join merge_request_versions v on v.id = m.latest_version_id
  where m.target_project_id = $1 and m.target_branch = $2 and m.deleted_at is null and m.state in ('opened', 'locked')
    and v.state <> 'empty' and m.id > $3
  order by m.id limit $4`;

/** Notes are by the author of the merge request where no user has changed the branch. */
const NOTE_FROM = `
  insert into notes (project_id, merge_request_id, author_id, body, system)
  select target_project_id, id, coalesce($3::bigint, author_id), $4, true from merge_requests
  where source_project_id = $1 and source_branch = $2 and ${OPEN} order by id`;

const SAVE_TIP = `insert into known_branches (project_id, name, tip) values ($1, $2, $3)
  on conflict (project_id, name) do update set tip = excluded.tip`;

/** Locks in the order of ids, so that two of these statements do not deadlock. */
const UNCHECK = (condition: string) => `
  update merge_requests set merge_status = 'unchecked' where id in (
    select id from merge_requests where ${condition} and checked_source_sha is null and ${OPEN} order by id for no key update)`;
const UNCHECK_FROM = UNCHECK('source_project_id = $1 and source_branch = $2');
const UNCHECK_INTO = UNCHECK('target_project_id = $1 and target_branch = $2');

/** Open merge request that a commit counts for. */
export interface WithHead {
  readonly id: number;
  /** Whether the commit is the head of its newest version. */
  readonly isHead: boolean;
  /** Whether its automatic merge waits for a pipeline of the commit. */
  readonly isAwaited: boolean;
}

/** Open merge requests by their branches. */
@Injectable()
export class FollowedBranchesStore {
  /** Whether an open merge request has the branch as its source or its target. */
  async isFollowed(db: Db, projectId: ProjectId, branch: string): Promise<boolean> {
    const [row] = await db.prepared<{ followed: boolean }>(IS_FOLLOWED, [projectId, branch]);
    return row!.followed;
  }

  /** Ids of merge requests from the branch, the next ones after an id. */
  async from(db: Db, projectId: ProjectId, branch: string, after: number, most: number): Promise<number[]> {
    const rows = await db.prepared<{ id: number }>(FROM, [projectId, branch, after, most]);
    return rows.map(({ id }) => id);
  }

  /** Targets and numbers of the newest open merge requests from the branch. */
  newestFrom(
    db: Db,
    projectId: ProjectId,
    branch: string,
    most: number,
  ): Promise<{ projectId: ProjectId; iid: number }[]> {
    return db.prepared<{ projectId: ProjectId; iid: number }>(NEWEST_FROM, [projectId, branch, most]);
  }

  /** Merge requests that a commit counts for: those from a branch of a source project, or one by its id. */
  withHead(
    db: Db,
    projectId: ProjectId,
    source: { branch: string } | { id: number },
    sha: string,
  ): Promise<WithHead[]> {
    return 'id' in source
      ? db.prepared<WithHead & Row>(ONE_WITH_HEAD, [sha, projectId, source.id])
      : db.prepared<WithHead & Row>(FROM_WITH_HEAD, [sha, projectId, source.branch]);
  }

  /** Merge requests into the branch with a non-empty version, the next ones after an id, with the heads of their newest versions. */
  into(
    db: Db,
    projectId: ProjectId,
    branch: string,
    after: number,
    most: number,
  ): Promise<{ id: number; headSha: string }[]> {
    return db.prepared<{ id: number; headSha: string }>(INTO, [projectId, branch, after, most]);
  }

  /** Stores the tip of a branch for lists, which omit a status that was checked with another tip. */
  async saveTip(tx: Tx, projectId: ProjectId, branch: string, tip: string): Promise<void> {
    await tx.prepared(SAVE_TIP, [projectId, branch, tip]);
  }

  /** Resets the status of merge requests that were checked while the branch did not exist. */
  async uncheck(tx: Tx, projectId: ProjectId, branch: string): Promise<void> {
    await tx.prepared(UNCHECK_FROM, [projectId, branch]);
    await tx.prepared(UNCHECK_INTO, [projectId, branch]);
  }

  /** Adds a system note about a change of the branch to all merge requests from it. @param userId null: no user did */
  async noteFrom(tx: Tx, projectId: ProjectId, branch: string, userId: UserId | null, body: string): Promise<void> {
    await tx.prepared(NOTE_FROM, [projectId, branch, userId, body]);
  }
}
