import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import type { Times } from '@hearth/issuable';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import { accessTo } from '../access/levels.finder.js';
import { nextIid } from '../access/iids.finder.js';
import { USER_COLUMNS } from '../members/memberships.store.js';
import { isReadable } from './confidential.finder.js';
import type { IssueState, IssueCaller } from './issue.rules.js';
import { ISSUE_COLUMNS, ISSUE_SOURCES, LABEL_DETAILS, type IssueRecord, type PersonRecord } from './issues.finder.js';

/** Fields of an issue that users can set and its own row holds. */
export interface IssueColumns {
  readonly title: string;
  readonly description: string | null;
  readonly state: IssueState;
  readonly milestoneId: number | null;
  readonly confidential: boolean;
  readonly discussionLocked: boolean | null;
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null;
}

/** User as named in system notes. */
export interface Named {
  readonly id: UserId;
  readonly username: string;
}

/** Issue with the facts that a write needs, locked. */
export interface LockedIssue extends IssueColumns, Times {
  readonly id: number;
  readonly iid: number;
  readonly projectId: ProjectId;
  readonly authorId: UserId;
  /** Sorted. */
  readonly assigneeIds: readonly UserId[];
  /** Sorted. */
  readonly labelIds: readonly number[];
  readonly updatedAt: Date;
}

const ONE = `select ${ISSUE_COLUMNS}, ${LABEL_DETAILS} from issues i ${ISSUE_SOURCES}
  where i.project_id = $1 and i.iid = $2 and ${isReadable('i', { user: '$3::bigint', readsAll: '$4::boolean' })}`;

const ONE_BY_ID = `select ${ISSUE_COLUMNS} from issues i ${ISSUE_SOURCES} where i.id = $1`;

const LOCK = 'select id from issues where project_id = $1 and iid = $2 for no key update';
const LOCKED = `
  select i.id, i.iid, i.project_id as "projectId", i.author_id as "authorId", i.title, i.description, i.state,
    i.milestone_id as "milestoneId", i.confidential, i.discussion_locked as "discussionLocked", i.due_date::text as "dueDate",
    i.updated_at as "updatedAt", i.time_estimate as "timeEstimate", i.time_spent as "timeSpent",
    (select coalesce(json_agg(user_id order by user_id), '[]') from issue_assignees where issue_id = i.id) as "assigneeIds",
    (select coalesce(json_agg(label_id order by label_id), '[]') from issue_labels where issue_id = i.id) as "labelIds"
  from issues i where i.id = $1`;

const NEXT_IID = nextIid('project_id', 'issue');
/** Locks the counter for a given number, and keeps it above it. */
const TAKE_IID = `insert into iid_counters as counted (project_id, kind, last) values ($1, 'issue', $2)
  on conflict (project_id, kind) where project_id is not null do update set last = greatest(counted.last, $2) returning $2::int as last`;
const IS_TAKEN = 'select true as taken from issues where project_id = $1 and iid = $2';

const INSERT = `
  insert into issues (project_id, iid, author_id, title, description, milestone_id, confidential, discussion_locked, due_date,
    created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10::timestamptz, now()), coalesce($10::timestamptz, now()))
  returning id`;

const UPDATE = `
  update issues set title = $2, description = $3, state = $4, milestone_id = $5, confidential = $6, discussion_locked = $7,
    due_date = $8, updated_at = coalesce($9::timestamptz, now()),
    closed_at = case when $4 = 'opened' then null when state = 'closed' then closed_at else now() end,
    closed_by_id = case when $4 = 'opened' then null when state = 'closed' then closed_by_id else $10::bigint end
  where id = $1`;

/** Only issues that are not confidential count. */
const COUNT_OPEN = `update projects set open_issues_count = open_issues_count + $2, last_activity_at = greatest(last_activity_at, now())
  where id = $1`;

const REPLACE = {
  issue_labels: replacing('issue_labels', 'label_id'),
  issue_assignees: replacing('issue_assignees', 'user_id'),
};

function replacing(table: string, column: string): string {
  return `with gone as (delete from ${table} where issue_id = $1 and ${column} <> all ($2::bigint[]))
    insert into ${table} (issue_id, ${column}) select $1, unnest($2::bigint[]) on conflict do nothing`;
}

const reader = accessTo('p', 'n', { user: 'u.owner_user_id', admin: 'false', external: 'false' });

/** Users who may be assigned to an issue, and take part in it. */
const READERS = `
  select u.owner_user_id as id, u.path as username from namespaces u
  join projects p on p.id = $1 join namespaces n on n.id = p.namespace_id
  cross join lateral (select ${reader.level} as level offset 0) mine
  where (u.owner_user_id = any ($2::bigint[]) or lower(u.path) = any ($3::text[]) and u.kind = 'user')
    and ${reader.isVisible('mine.level')}
  order by u.owner_user_id`;

const BY_USERNAMES = `
  select u.owner_user_id as id, lower(u.path) as username from namespaces u
  where u.kind = 'user' and lower(u.path) = any ($1::text[])`;

const USERNAMES = `
  select u.owner_user_id as id, u.path as username from namespaces u
  where u.owner_user_id = any ($1::bigint[]) order by u.owner_user_id`;

/** SQL condition: the user takes part as author, assignee, by a mention or a note. */
const TAKES_PART = `(i.author_id = $2::bigint
  or exists (select from issue_assignees assigned where assigned.issue_id = i.id and assigned.user_id = $2::bigint)
  or exists (select from issue_mentions mentioned where mentioned.issue_id = i.id and mentioned.user_id = $2::bigint)
  or exists (select from notes n where n.issue_id = i.id and n.author_id = $2::bigint and not n.system))`;

const SUBSCRIBED = `
  select coalesce((select s.subscribed from issue_subscriptions s where s.issue_id = i.id and s.user_id = $2::bigint), ${TAKES_PART})
    as subscribed
  from issues i where i.id = $1`;

const SUBSCRIBE = `
  insert into issue_subscriptions (issue_id, user_id, subscribed) select i.id, $2, $3 from issues i where i.id = $1 for key share
  on conflict (issue_id, user_id) do update set subscribed = excluded.subscribed`;

const TAKE_PART = `
  from namespaces u where u.owner_user_id = any (array(
    select i.author_id from issues i where i.id = $1
    union select user_id from issue_assignees where issue_id = $1
    union select user_id from issue_mentions where issue_id = $1
    union select n.author_id from notes n where n.issue_id = $1 and not n.system))`;

const MENTION = `
  insert into issue_mentions (issue_id, user_id) select $1, unnest($2::bigint[]) on conflict do nothing`;

const PEOPLE = `select ${USER_COLUMNS} from namespaces u where u.owner_user_id = any ($1::bigint[])`;

/** All SQL about single issues. */
@Injectable()
export class IssuesStore {
  /** @returns undefined where there is none that the caller may read */
  async find(db: Db, projectId: ProjectId, iid: number, caller: IssueCaller): Promise<IssueRecord | undefined> {
    const [issue] = await db.prepared<IssueRecord & Row>(ONE, [projectId, iid, caller.id, caller.readsAll]);
    return issue;
  }

  /** Issue of any project, for admins. */
  async findById(db: Db, id: number): Promise<IssueRecord | undefined> {
    const [issue] = await db.prepared<IssueRecord & Row>(ONE_BY_ID, [id]);
    return issue;
  }

  async lock(tx: Tx, projectId: ProjectId, iid: number): Promise<LockedIssue | undefined> {
    const [locked] = await tx.prepared<{ id: number }>(LOCK, [projectId, iid]);
    if (!locked) return undefined;
    const [issue] = await tx.prepared<LockedIssue & Row>(LOCKED, [locked.id]);
    return issue;
  }

  async setTimes(tx: Tx, id: number, { timeEstimate, timeSpent }: Times): Promise<void> {
    await tx.prepared('update issues set time_estimate = $2, time_spent = $3 where id = $1', [
      id,
      timeEstimate,
      timeSpent,
    ]);
  }

  /**
   * Inserts an issue. The next number is never one that was assigned, also after that issue was deleted.
   * @param origin undefined: now, and the next number
   * @returns undefined where the given number is taken
   */
  async insert(
    tx: Tx,
    projectId: ProjectId,
    authorId: UserId,
    issue: Omit<IssueColumns, 'state'>,
    { createdAt, iid: given }: { readonly createdAt?: Date; readonly iid?: number },
  ): Promise<{ id: number; iid: number } | undefined> {
    const [counted] = await (given === undefined
      ? tx.prepared<{ last: number }>(NEXT_IID, [projectId])
      : tx.prepared<{ last: number }>(TAKE_IID, [projectId, given]));
    const iid = counted!.last;
    if (given !== undefined && (await tx.prepared(IS_TAKEN, [projectId, iid])).length > 0) return undefined;
    const { title, description, milestoneId, confidential, discussionLocked, dueDate } = issue;
    const values = [title, description, milestoneId, confidential, discussionLocked, dueDate, createdAt ?? null];
    const [row] = await tx.prepared<{ id: number }>(INSERT, [projectId, iid, authorId, ...values]);
    return { id: row!.id, iid };
  }

  /** @param updatedAt undefined: now */
  async update(
    tx: Tx,
    id: number,
    issue: IssueColumns,
    { actorId, updatedAt }: { readonly actorId: UserId; readonly updatedAt: Date | undefined },
  ): Promise<void> {
    const { title, description, state, milestoneId, confidential, discussionLocked, dueDate } = issue;
    const values = [title, description, state, milestoneId, confidential, discussionLocked, dueDate];
    await tx.prepared(UPDATE, [id, ...values, updatedAt ?? null, actorId]);
  }

  /** Removes the lines of quick actions without changing `updated_at`. */
  async setDescription(tx: Tx, id: number, description: string): Promise<void> {
    await tx.prepared('update issues set description = $2 where id = $1', [id, description]);
  }

  async setLabels(tx: Tx, id: number, labelIds: readonly number[]): Promise<void> {
    await tx.prepared(REPLACE.issue_labels, [id, labelIds]);
  }

  async setAssignees(tx: Tx, id: number, userIds: readonly number[]): Promise<void> {
    await tx.prepared(REPLACE.issue_assignees, [id, userIds]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from issues where id = $1', [id]);
  }

  /** @param by change of the number of open issues that are not confidential */
  async countOpen(tx: Tx, projectId: ProjectId, by: -1 | 0 | 1): Promise<void> {
    await tx.prepared(COUNT_OPEN, [projectId, by]);
  }

  /** Users among the given ids and usernames (lower case) who may read the project, ordered by id. */
  readersAmong(
    db: Db,
    projectId: ProjectId,
    { ids = [], usernames = [] }: { ids?: readonly number[]; usernames?: readonly string[] },
  ): Promise<Named[]> {
    if (ids.length + usernames.length === 0) return Promise.resolve([]);
    return db.prepared<Named & Row>(READERS, [projectId, ids, usernames]);
  }

  /** Ids of the users with these usernames (lower case), by username. */
  async idsByUsername(db: Db, usernames: readonly string[]): Promise<ReadonlyMap<string, UserId>> {
    if (usernames.length === 0) return new Map();
    const users = await db.prepared<Named & Row>(BY_USERNAMES, [usernames]);
    return new Map(users.map(({ id, username }) => [username, id] as const));
  }

  /** Users in the order of their ids. */
  usernames(tx: Tx, userIds: readonly number[]): Promise<Named[]> {
    return userIds.length === 0 ? Promise.resolve([]) : tx.prepared<Named & Row>(USERNAMES, [userIds]);
  }

  /** Records of users, those who were deleted left out. */
  people(db: Db, userIds: readonly UserId[]): Promise<PersonRecord[]> {
    return db.prepared<PersonRecord & Row>(PEOPLE, [userIds]);
  }

  async isSubscribed(db: Db, id: number, userId: UserId): Promise<boolean> {
    const [row] = await db.prepared<{ subscribed: boolean }>(SUBSCRIBED, [id, userId]);
    return row?.subscribed ?? false;
  }

  /** Stores the user's explicit choice, which overrides the subscription by taking part. Does nothing if the issue is deleted. */
  async subscribe(tx: Tx, id: number, userId: UserId, subscribed: boolean): Promise<void> {
    await tx.prepared(SUBSCRIBE, [id, userId, subscribed]);
  }

  /** Participants in the order of their ids. */
  participants(db: Db, id: number, request: PageRequest): Promise<Page<PersonRecord>> {
    return readPage<PersonRecord & Row>(db, request, {
      page: ({ page, perPage }) => [
        `select ${USER_COLUMNS} ${TAKE_PART} order by u.owner_user_id limit $2 offset $3`,
        [id, perPage, (page - 1) * perPage],
      ],
      count: (most) => [`select count(*)::int as count from (select ${TAKE_PART} limit $2) counted`, [id, most]],
    });
  }

  async mention(tx: Tx, id: number, userIds: readonly number[]): Promise<void> {
    if (userIds.length > 0) await tx.prepared(MENTION, [id, userIds]);
  }
}
