import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Merge requests with their versions, labels, participants, notes and awards, and copies of projects, labels and milestones. */
export class MergeRequests1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table award_emoji, notes, known_projects, known_labels, known_milestones');
    await runner.query('drop table merge_attempts, merge_request_mentions, merge_request_subscriptions');
    await runner.query('drop table merge_request_labels, merge_request_versions, merge_requests, iid_counters');
  }
}

const ID = 'id bigint generated always as identity primary key';
const TIMES = `created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now()`;
const MERGE_REQUEST = 'merge_request_id bigint not null references merge_requests on delete cascade';

const TABLES = [
  `create table iid_counters (project_id bigint primary key, last bigint not null)`,
  // `locked` is the state while a merge runs; its row in merge_attempts identifies the merge. A deleted merge request keeps its number.
  `create table merge_requests (
     ${ID},
     target_project_id bigint not null,
     iid bigint not null,
     source_project_id bigint not null,
     target_branch text not null,
     source_branch text not null,
     state text not null default 'opened' check (state in ('opened', 'closed', 'locked', 'merged')),
     title text not null,
     description text,
     author_id bigint not null,
     assignee_id bigint,
     milestone_id bigint,
     discussion_locked boolean,
     force_remove_source_branch boolean,
     should_remove_source_branch boolean,
     latest_version_id bigint,
     head_sha text,
     merge_status text not null default 'unchecked' check (merge_status in ('unchecked', 'can_be_merged', 'cannot_be_merged')),
     checked_source_sha text,
     checked_target_sha text,
     merge_when_pipeline_succeeds boolean not null default false,
     auto_merge_user_id bigint,
     auto_merge_sha text,
     auto_merge_options jsonb,
     auto_merge_at timestamptz(3),
     merge_commit_sha text,
     merge_error text,
     merged_by_id bigint,
     merged_at timestamptz(3),
     closed_at timestamptz(3),
     user_notes_count integer not null default 0,
     upvotes integer not null default 0,
     downvotes integer not null default 0,
     deleted_at timestamptz(3),
     ${TIMES}
   )`,
  `create table merge_request_versions (
     ${ID},
     ${MERGE_REQUEST},
     base_sha text,
     start_sha text not null,
     head_sha text not null,
     state text not null check (state in ('collected', 'overflow', 'empty')),
     files_count integer not null,
     created_at timestamptz(3) not null default now()
   )`,
  `create table merge_request_labels (${MERGE_REQUEST}, label_id bigint not null, primary key (merge_request_id, label_id))`,
  `create table merge_request_subscriptions (
     ${MERGE_REQUEST},
     user_id bigint not null,
     subscribed boolean not null,
     primary key (merge_request_id, user_id)
   )`,
  `create table merge_request_mentions (${MERGE_REQUEST}, user_id bigint not null, primary key (merge_request_id, user_id))`,
  // All parts of the merge commit, so that it has the same id when the merge is run again.
  `create table merge_attempts (
     merge_request_id bigint primary key references merge_requests on delete cascade,
     merger jsonb not null,
     target_sha text not null,
     source_sha text not null,
     message text not null,
     merged_at timestamptz(3) not null,
     remove_source_branch boolean not null,
     by_wish boolean not null,
     attempt integer not null default 1,
     created_at timestamptz(3) not null default now()
   )`,
  `create table notes (
     ${ID},
     project_id bigint not null,
     ${MERGE_REQUEST},
     author_id bigint not null,
     body text not null,
     system boolean not null default false,
     ${TIMES}
   )`,
  `create table award_emoji (
     ${ID},
     merge_request_id bigint references merge_requests on delete cascade,
     note_id bigint references notes on delete cascade,
     user_id bigint not null,
     name text not null,
     ${TIMES},
     check (num_nonnulls(merge_request_id, note_id) = 1)
   )`,
  // Copies for the filters of lists, kept by events; access and records are always queried from their service.
  `create table known_projects (
     id bigint primary key,
     visibility text not null,
     archived boolean not null,
     merge_requests_access_level text not null
   )`,
  `create table known_labels (id bigint primary key, name text not null)`,
  `create table known_milestones (
     id bigint primary key,
     title text not null,
     state text not null,
     start_date date,
     due_date date
   )`,
];

const LISTED = 'where deleted_at is null';
const OPEN = `where deleted_at is null and state in ('opened', 'locked')`;

const INDEXES = [
  'create unique index merge_requests_iid on merge_requests (target_project_id, iid)',
  `create unique index merge_requests_open on merge_requests
     (source_project_id, source_branch, target_project_id, target_branch) ${OPEN}`,
  `create index merge_requests_target on merge_requests (target_project_id, target_branch) ${OPEN}`,
  ...['created_at', 'updated_at'].flatMap((time) => [
    `create index merge_requests_project_${time} on merge_requests (target_project_id, ${time}, id) ${LISTED}`,
    `create index merge_requests_state_${time} on merge_requests (target_project_id, state, ${time}, id) ${LISTED}`,
    `create index merge_requests_${time} on merge_requests (${time}, id) ${LISTED}`,
    `create index merge_requests_author_${time} on merge_requests (author_id, ${time}, id) ${LISTED}`,
    `create index merge_requests_assignee_${time} on merge_requests (assignee_id, ${time}, id) ${LISTED}`,
  ]),
  'create index merge_requests_source on merge_requests (source_project_id)',
  'create index merge_requests_milestone on merge_requests (milestone_id) where milestone_id is not null',
  'create index merge_requests_wish on merge_requests (auto_merge_user_id) where auto_merge_user_id is not null',
  'create index merge_requests_merged_by on merge_requests (merged_by_id) where merged_by_id is not null',
  `create index merge_requests_search on merge_requests using gin (title public.gin_trgm_ops, description public.gin_trgm_ops)`,
  'create index merge_request_versions_of on merge_request_versions (merge_request_id, id)',
  'create index merge_request_labels_label on merge_request_labels (label_id, merge_request_id)',
  'create index merge_request_subscriptions_user on merge_request_subscriptions (user_id)',
  'create index merge_request_mentions_user on merge_request_mentions (user_id)',
  'create index notes_created on notes (merge_request_id, created_at, id)',
  'create index notes_updated on notes (merge_request_id, updated_at, id)',
  'create index notes_project on notes (project_id)',
  'create index notes_author on notes (author_id)',
  ...['merge_request', 'note'].map(
    (holder) =>
      `create unique index award_emoji_${holder} on award_emoji (${holder}_id, user_id, name) where ${holder}_id is not null`,
  ),
  'create index award_emoji_user on award_emoji (user_id)',
  'create index known_labels_name on known_labels (name)',
  'create index known_milestones_title on known_milestones (title)',
];
