import { Injectable } from '@nestjs/common';
import type { ProjectCard, ProjectId, UserId } from '@hearth/contract-kit';
import type { Label, Milestone } from '@hearth/projects-contracts';
import { violatedConstraint, type Db, type Row, type Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';
import { mergeConditions } from '../mergeability/conditions.finder.js';
import type { MergeConditions } from '../mergeability/mergeability.rules.js';
import { effectiveLevel } from '../known/known.rules.js';
import { IS_REBASING } from '../rebases/rebasing.finder.js';
import { MergeRequestExists } from '../refusals.js';
import type { MergeRequestState, MergeStatus, VersionState } from './merge-request.rules.js';

/** Fields of a merge request that users can set and its own row holds. */
export interface MergeRequestColumns {
  readonly targetBranch: string;
  readonly title: string;
  readonly description: string | null;
  readonly state: MergeRequestState;
  readonly milestoneId: number | null;
  readonly discussionLocked: boolean | null;
  /** Whether the author wants the source branch removed after the merge; null: not set. */
  readonly forceRemoveSourceBranch: boolean | null;
  /** Whether a merge squashes its commits, where the project lets it choose. */
  readonly squash: boolean;
  /** Whether members of the target are to push to the source branch, as far as `isCollaborationPossible` allows. */
  readonly allowCollaboration: boolean;
  /** In seconds, as the next. */
  readonly timeEstimate: number;
  readonly timeSpent: number;
}

/** Branches of a merge request. */
export interface MergeRequestBranches {
  readonly sourceProjectId: ProjectId;
  readonly sourceBranch: string;
  readonly targetProjectId: ProjectId;
  readonly targetBranch: string;
}

/** Row of a merge request; users, labels and milestones are ids. */
export interface MergeRequestRecord extends MergeRequestColumns, MergeRequestBranches, MergeConditions {
  readonly id: number;
  /** Its number in the target project. */
  readonly iid: number;
  readonly authorId: UserId;
  /** Ids in ascending order. */
  readonly labelIds: readonly number[];
  readonly assigneeIds: readonly UserId[];
  readonly reviewerIds: readonly UserId[];
  /** Whether the user who merged it wanted the source branch removed; null: not set. */
  readonly shouldRemoveSourceBranch: boolean | null;
  /** Head of the newest version. */
  readonly headSha: string | null;
  /** Valid for the pair of tips that was checked. */
  readonly mergeStatus: MergeStatus;
  readonly checkedSourceSha: string | null;
  readonly checkedTargetSha: string | null;
  readonly mergeWhenPipelineSucceeds: boolean;
  readonly autoMergeUserId: UserId | null;
  /** Reason why the newest merge or rebase failed, for users; null where it did not. */
  readonly mergeError: string | null;
  readonly rebaseInProgress: boolean;
  readonly mergeCommitSha: string | null;
  readonly squashCommitSha: string | null;
  readonly mergedById: UserId | null;
  readonly mergedAt: Date | null;
  readonly closedById: UserId | null;
  readonly closedAt: Date | null;
  readonly userNotesCount: number;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Of the newest version, as the rest: the merge base, null where the branches have none. */
  readonly baseSha: string | null;
  /** Tip of the target branch. */
  readonly startSha: string | null;
  readonly filesCount: number | null;
  readonly versionState: VersionState | null;
}

/** Fields of a merge request that decide who may read it. */
export type MergeRequestStanding = Pick<MergeRequestRecord, 'id' | 'authorId' | 'assigneeIds'>;

/** User who was asked for a review. */
export interface Reviewer {
  readonly userId: UserId;
  readonly createdAt: Date;
  readonly approved: boolean;
}

/** Roles that users are given in a merge request. */
export type AssignmentRole = 'assignee' | 'reviewer';
const assigned = (role: AssignmentRole) => `
  (select coalesce(json_agg(held.user_id order by held.user_id), '[]') from merge_request_assignments held
    where held.merge_request_id = m.id and held.role = '${role}') as "${role}Ids"`;

/** Columns of a MergeRequestRecord, of `merge_requests m left join merge_request_versions v`. */
export const MERGE_REQUEST_COLUMNS = `m.id, m.iid, m.target_project_id as "targetProjectId", m.source_project_id as "sourceProjectId",
  m.target_branch as "targetBranch", m.source_branch as "sourceBranch", m.state, m.title, m.description, m.author_id as "authorId",
  m.milestone_id as "milestoneId", m.discussion_locked as "discussionLocked",
  m.force_remove_source_branch as "forceRemoveSourceBranch", m.should_remove_source_branch as "shouldRemoveSourceBranch",
  m.head_sha as "headSha", m.merge_status as "mergeStatus", m.checked_source_sha as "checkedSourceSha",
  m.checked_target_sha as "checkedTargetSha", m.merge_when_pipeline_succeeds as "mergeWhenPipelineSucceeds",
  m.auto_merge_user_id as "autoMergeUserId", m.merge_error as "mergeError", ${IS_REBASING} as "rebaseInProgress",
  m.merge_commit_sha as "mergeCommitSha", m.allow_collaboration as "allowCollaboration", m.squash, m.squash_commit_sha as "squashCommitSha",
  m.merged_by_id as "mergedById", m.merged_at as "mergedAt", m.closed_by_id as "closedById", m.closed_at as "closedAt", m.user_notes_count as "userNotesCount",
  ${mergeConditions('m')},
  m.time_estimate as "timeEstimate", m.time_spent as "timeSpent",
  m.upvotes, m.downvotes, m.created_at as "createdAt", m.updated_at as "updatedAt",
  v.base_sha as "baseSha", v.start_sha as "startSha", v.files_count as "filesCount", v.state as "versionState",
  (select coalesce(json_agg(held.label_id order by held.label_id), '[]') from merge_request_labels held
    where held.merge_request_id = m.id) as "labelIds",${assigned('assignee')},${assigned('reviewer')}`;
export const MERGE_REQUEST_SOURCES =
  'merge_requests m left join merge_request_versions v on v.id = m.latest_version_id';

const ONE = `select ${MERGE_REQUEST_COLUMNS} from ${MERGE_REQUEST_SOURCES}
  where m.target_project_id = $1 and m.iid = $2 and m.deleted_at is null`;
const STANDING = `select m.id, m.author_id as "authorId",${assigned('assignee')} from merge_requests m
  where m.target_project_id = $1 and m.iid = $2 and m.deleted_at is null`;
const BY_ID = `select ${MERGE_REQUEST_COLUMNS} from ${MERGE_REQUEST_SOURCES} where m.id = $1 and m.deleted_at is null`;

const LOCK = `select id from merge_requests where id = $1 and deleted_at is null for no key update`;
const LOCK_IID = `select id from merge_requests where target_project_id = $1 and iid = $2 and deleted_at is null for no key update`;

const NEXT_IID = `insert into iid_counters as counted (project_id, last) values ($1, 1)
  on conflict (project_id) do update set last = counted.last + 1 returning last`;

const TWIN = `select title from merge_requests
  where source_project_id = $1 and source_branch = $2 and target_project_id = $3 and target_branch = $4
    and id is distinct from $5::bigint and deleted_at is null and state in ('opened', 'locked') limit 1`;

const INSERT = `
  insert into merge_requests (target_project_id, iid, source_project_id, target_branch, source_branch, title, description, author_id,
    milestone_id, force_remove_source_branch, squash, allow_collaboration)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`;

const UPDATE = `
  update merge_requests set target_branch = $2, title = $3, description = $4, state = $5, milestone_id = $6,
    discussion_locked = $7, force_remove_source_branch = $8, squash = $10, time_estimate = $11, time_spent = $12, allow_collaboration = $13, updated_at = now(),
    closed_at = case when $5 = 'closed' and state <> 'closed' then now() when $5 = 'closed' then closed_at end,
    closed_by_id = case when $5 = 'closed' and state <> 'closed' then $9::bigint when $5 = 'closed' then closed_by_id end
  where id = $1`;

const UNCHECK = `update merge_requests set merge_status = 'unchecked', checked_source_sha = null, checked_target_sha = null
  where id = $1`;

/** Keeps the number taken. Deletes the dependent rows; the branches are free for another open merge request. */
const DELETE = `
  with labels as (delete from merge_request_labels where merge_request_id = $1),
    approvals as (delete from merge_request_approvals where merge_request_id = $1),
    rules as (delete from merge_request_approval_rules where merge_request_id = $1),
    assignments as (delete from merge_request_assignments where merge_request_id = $1),
    versions as (delete from merge_request_versions where merge_request_id = $1),
    mentions as (delete from merge_request_mentions where merge_request_id = $1),
    subscriptions as (delete from merge_request_subscriptions where merge_request_id = $1),
    changes as (delete from resource_events where merge_request_id = $1),
    drafts as (delete from draft_notes where merge_request_id = $1),
    viewed as (delete from merge_request_viewed_files where merge_request_id = $1),
    written as (delete from notes where merge_request_id = $1),
    awards as (delete from award_emoji where merge_request_id = $1)
  update merge_requests set deleted_at = now(), title = '', description = null, auto_merge_user_id = null where id = $1`;

const REPLACE_LABELS = `
  with gone as (delete from merge_request_labels where merge_request_id = $1 and label_id <> all ($2::bigint[]))
  insert into merge_request_labels (merge_request_id, label_id) select $1, unnest($2::bigint[]) on conflict do nothing`;
const REVIEWERS = `select asked.user_id as "userId", asked.created_at as "createdAt", given.user_id is not null as approved
  from merge_request_assignments asked
  left join merge_request_approvals given on given.merge_request_id = $1 and given.user_id = asked.user_id
  where asked.merge_request_id = $1 and asked.role = 'reviewer' order by asked.user_id`;
const REPLACE_ASSIGNMENTS = `
  with gone as (delete from merge_request_assignments
    where merge_request_id = $1 and role = $2 and user_id <> all ($3::bigint[]))
  insert into merge_request_assignments (merge_request_id, role, user_id, project_id)
  select m.id, $2, given.user_id, m.target_project_id from merge_requests m, unnest($3::bigint[]) as given (user_id)
  where m.id = $1 on conflict do nothing`;
/** Keeps a stored name, since one from an event is newer. */
const KNOW_LABELS = `insert into known_labels (id, name) select * from unnest($1::bigint[], $2::text[]) on conflict do nothing`;
const KNOWN_LABELS = `select id, name from known_labels where id = any ($1::bigint[]) order by id`;
const KNOW_MILESTONE = `insert into known_milestones (id, title, state, start_date, due_date) values ($1, $2, $3, $4, $5)
  on conflict do nothing`;

const KNOW_PROJECT = `insert into known_projects (id, visibility, archived, merge_requests_access_level) values ($1, $2, $3, $4)
  on conflict do nothing`;

const MENTION = `
  insert into merge_request_mentions (merge_request_id, user_id) select $1, unnest($2::bigint[]) on conflict do nothing`;

/** SQL of the participants: the author, assignees, reviewers, users who wrote notes, and mentioned users. */
export const TAKE_PART = `
  select user_id from (
    select m.author_id as user_id from merge_requests m where m.id = $1
    union select user_id from merge_request_assignments where merge_request_id = $1
    union select user_id from merge_request_mentions where merge_request_id = $1
    union select n.author_id from notes n where n.merge_request_id = $1 and not n.system) part`;

const SUBSCRIBED = `
  select coalesce(
    (select s.subscribed from merge_request_subscriptions s where s.merge_request_id = $1 and s.user_id = $2),
    $2::bigint in (${TAKE_PART})) as subscribed`;
const SUBSCRIBE = `
  insert into merge_request_subscriptions (merge_request_id, user_id, subscribed)
  select m.id, $2, $3 from merge_requests m where m.id = $1 for key share
  on conflict (merge_request_id, user_id) do update set subscribed = excluded.subscribed`;

const OPEN_BRANCHES = `
  select source_branch as branch from merge_requests
  where source_project_id = $1 and deleted_at is null and state in ('opened', 'locked')
  union
  select target_branch from merge_requests
  where target_project_id = $1 and deleted_at is null and state in ('opened', 'locked')`;

/** All SQL about single merge requests. */
@Injectable()
export class MergeRequestsStore {
  async find(db: Db, targetProjectId: ProjectId, iid: number): Promise<MergeRequestRecord | undefined> {
    const [found] = await db.prepared<MergeRequestRecord & Row>(ONE, [targetProjectId, iid]);
    return found;
  }

  async findStanding(db: Db, targetProjectId: ProjectId, iid: number): Promise<MergeRequestStanding | undefined> {
    const [found] = await db.prepared<MergeRequestStanding & Row>(STANDING, [targetProjectId, iid]);
    return found;
  }

  async findById(db: Db, id: number): Promise<MergeRequestRecord | undefined> {
    const [found] = await db.prepared<MergeRequestRecord & Row>(BY_ID, [id]);
    return found;
  }

  /** Locks a merge request until the transaction ends, and reads it afterwards. @returns undefined when there is none */
  async lock(
    tx: Tx,
    which: { readonly id: number } | { readonly targetProjectId: ProjectId; readonly iid: number },
  ): Promise<MergeRequestRecord | undefined> {
    const [locked] =
      'id' in which
        ? await tx.prepared<{ id: number }>(LOCK, [which.id])
        : await tx.prepared<{ id: number }>(LOCK_IID, [which.targetProjectId, which.iid]);
    return locked && this.findById(tx, locked.id);
  }

  /** Takes the next number of a project; it is never assigned again, even if it stays unused. */
  async takeIid(tx: Tx, targetProjectId: ProjectId): Promise<number> {
    const [counted] = await tx.prepared<{ last: number }>(NEXT_IID, [targetProjectId]);
    return counted!.last;
  }

  /**
   * Title of another open merge request with the same branches; undefined without one.
   * @param self id of a merge request to ignore
   */
  async twin(db: Db, branches: MergeRequestBranches, self?: number): Promise<string | undefined> {
    const { sourceProjectId, sourceBranch, targetProjectId, targetBranch } = branches;
    const values = [sourceProjectId, sourceBranch, targetProjectId, targetBranch, self ?? null];
    const [twin] = await db.prepared<{ title: string }>(TWIN, values);
    return twin?.title;
  }

  /**
   * @returns its id
   * @throws MergeRequestExists where another one with these branches was opened meanwhile
   */
  async insert(
    tx: Tx,
    iid: number,
    authorId: UserId,
    given: MergeRequestBranches &
      Omit<MergeRequestColumns, 'state' | 'discussionLocked' | 'timeEstimate' | 'timeSpent'>,
  ): Promise<number> {
    const { targetProjectId, sourceProjectId, targetBranch, sourceBranch, title, description } = given;
    const { milestoneId, forceRemoveSourceBranch, squash, allowCollaboration } = given;
    const [row] = await orTwin(
      tx.prepared<{ id: number }>(INSERT, [
        ...[targetProjectId, iid, sourceProjectId, targetBranch, sourceBranch, title, description, authorId],
        ...[milestoneId, forceRemoveSourceBranch, squash, allowCollaboration],
      ]),
      title,
    );
    return row!.id;
  }

  /** @throws MergeRequestExists where another open one has these branches */
  async update(tx: Tx, id: number, columns: MergeRequestColumns, actorId: UserId): Promise<void> {
    const { targetBranch, title, description, state, milestoneId } = columns;
    const { discussionLocked, forceRemoveSourceBranch, squash, timeEstimate, timeSpent, allowCollaboration } = columns;
    const values = [targetBranch, title, description, state, milestoneId, discussionLocked, forceRemoveSourceBranch];
    const more = [squash, timeEstimate, timeSpent, allowCollaboration];
    await orTwin(tx.prepared(UPDATE, [id, ...values, actorId, ...more]), title);
  }

  /** Replaces the assignees or reviewers. */
  async assign(tx: Tx, id: number, role: AssignmentRole, userIds: readonly UserId[]): Promise<void> {
    await tx.prepared(REPLACE_ASSIGNMENTS, [id, role, userIds]);
  }

  async setTitle(tx: Tx, id: number, title: string): Promise<void> {
    await tx.prepared('update merge_requests set title = $2, updated_at = now() where id = $1', [id, title]);
  }

  /** Resets the status, which no longer holds. */
  async uncheck(tx: Tx, id: number): Promise<void> {
    await tx.prepared(UNCHECK, [id]);
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared(DELETE, [id]);
  }

  async setLabels(tx: Tx, id: number, labels: readonly Label[]): Promise<void> {
    const ids = labels.map((label) => label.id);
    await tx.prepared(REPLACE_LABELS, [id, ids]);
    if (ids.length > 0) await tx.prepared(KNOW_LABELS, [ids, labels.map(({ name }) => name)]);
  }

  /** Labels of merge requests, ordered by id. */
  async knownLabels(db: Db, ids: readonly number[]): Promise<Label[]> {
    return ids.length === 0 ? [] : db.prepared<Label & Row>(KNOWN_LABELS, [ids]);
  }

  /** Stores a copy of a target project, for the filters of lists across projects. */
  async knowProject(tx: Tx, { id, visibility, archived, features }: ProjectCard): Promise<void> {
    await tx.prepared(KNOW_PROJECT, [id, visibility, archived, effectiveLevel(features)]);
  }

  /** Stores a copy of a milestone, for the filters of lists. */
  async knowMilestone(tx: Tx, { id, title, state, startDate, dueDate }: Milestone): Promise<void> {
    await tx.prepared(KNOW_MILESTONE, [id, title, state, startDate, dueDate]);
  }

  async mention(tx: Tx, id: number, userIds: readonly number[]): Promise<void> {
    if (userIds.length > 0) await tx.prepared(MENTION, [id, userIds]);
  }

  /** Ids of participants, in ascending order. */
  participants(db: Db, id: number, request: PageRequest): Promise<Page<{ userId: UserId }>> {
    return readPage<{ userId: UserId } & Row>(db, request, {
      page: ({ page, perPage }) => [
        `select user_id as "userId" from (${TAKE_PART}) participants order by user_id limit $2 offset $3`,
        [id, perPage, (page - 1) * perPage],
      ],
      count: (most) => [`select count(*)::int as count from (${TAKE_PART} limit $2) counted`, [id, most]],
    });
  }

  /** Reviewers with the time at which they were asked, at most 30. */
  reviewers(db: Db, id: number): Promise<Reviewer[]> {
    return db.prepared<Reviewer & Row>(REVIEWERS, [id]);
  }

  async isSubscribed(db: Db, id: number, userId: UserId): Promise<boolean> {
    const [row] = await db.prepared<{ subscribed: boolean }>(SUBSCRIBED, [id, userId]);
    return row?.subscribed ?? false;
  }

  /** Stores the user's explicit choice, which overrides the subscription by taking part. Does nothing if the merge request is deleted. */
  async subscribe(tx: Tx, id: number, userId: UserId, subscribed: boolean): Promise<void> {
    await tx.prepared(SUBSCRIBE, [id, userId, subscribed]);
  }

  /** Branches of a project that open merge requests need, as sources or targets. */
  async openBranches(db: Db, projectId: ProjectId): Promise<string[]> {
    const rows = await db.prepared<{ branch: string }>(OPEN_BRANCHES, [projectId]);
    return rows.map(({ branch }) => branch);
  }
}

async function orTwin<T>(written: Promise<T>, title: string): Promise<T> {
  try {
    return await written;
  } catch (error) {
    throw violatedConstraint(error) === 'merge_requests_open' ? MergeRequestExists({ title }) : error;
  }
}
