import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Labels, milestones and issues, and the counters of their numbers. */
export class Issues1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table issue_mentions, issue_subscriptions, issue_assignees, issue_labels, issues');
    await runner.query('drop table label_subscriptions, labels, milestones, iid_counters');
  }
}

const ID = 'id bigint generated always as identity primary key';
const TIMES = `created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now()`;
/** A row that belongs to a project or to a group. */
const HOLDER = `project_id bigint references projects on delete cascade,
     namespace_id bigint references namespaces on delete cascade`;
const ONE_HOLDER = 'check (num_nonnulls(project_id, namespace_id) = 1)';
const ISSUE = 'issue_id bigint not null references issues on delete cascade';

const TABLES = [
  `create table iid_counters (
     ${HOLDER},
     kind text not null check (kind in ('issue', 'milestone')),
     last bigint not null,
     ${ONE_HOLDER}
   )`,
  `create table labels (
     ${ID},
     project_id bigint not null references projects on delete cascade,
     name text not null,
     color text not null,
     description text,
     priority bigint,
     ${TIMES}
   )`,
  `create table label_subscriptions (
     label_id bigint not null references labels on delete cascade,
     user_id bigint not null,
     primary key (label_id, user_id)
   )`,
  `create table milestones (
     ${ID},
     ${HOLDER},
     iid bigint not null,
     title text not null,
     description text,
     state text not null default 'active' check (state in ('active', 'closed')),
     start_date date,
     due_date date,
     ${TIMES},
     ${ONE_HOLDER}
   )`,
  `create table issues (
     ${ID},
     project_id bigint not null references projects on delete cascade,
     iid bigint not null,
     title text not null,
     description text,
     state text not null default 'opened' check (state in ('opened', 'closed')),
     author_id bigint not null,
     milestone_id bigint references milestones on delete set null,
     confidential boolean not null default false,
     discussion_locked boolean,
     due_date date,
     closed_at timestamptz(3),
     user_notes_count integer not null default 0,
     upvotes integer not null default 0,
     downvotes integer not null default 0,
     ${TIMES}
   )`,
  `create table issue_labels (
     ${ISSUE},
     label_id bigint not null references labels on delete cascade,
     primary key (issue_id, label_id)
   )`,
  `create table issue_assignees (${ISSUE}, user_id bigint not null, primary key (issue_id, user_id))`,
  `create table issue_subscriptions (
     ${ISSUE},
     user_id bigint not null,
     subscribed boolean not null,
     primary key (issue_id, user_id)
   )`,
  `create table issue_mentions (${ISSUE}, user_id bigint not null, primary key (issue_id, user_id))`,
];

const INDEXES = [
  'create unique index iid_counters_project on iid_counters (project_id, kind) where project_id is not null',
  'create unique index iid_counters_namespace on iid_counters (namespace_id, kind) where namespace_id is not null',
  'create unique index labels_name on labels (project_id, name)',
  'create index label_subscriptions_user on label_subscriptions (user_id)',
  'create unique index milestones_project on milestones (project_id, iid) where project_id is not null',
  'create unique index milestones_namespace on milestones (namespace_id, iid) where namespace_id is not null',
  'create index milestones_by_title_project on milestones (project_id, title) where project_id is not null',
  'create index milestones_by_title_namespace on milestones (namespace_id, title) where namespace_id is not null',
  'create unique index issues_iid on issues (project_id, iid)',
  'create index issues_created on issues (project_id, created_at, id)',
  'create index issues_updated on issues (project_id, updated_at, id)',
  'create index issues_author on issues (author_id, id)',
  'create index issues_milestone on issues (milestone_id)',
  `create index issues_search on issues using gin (title public.gin_trgm_ops, description public.gin_trgm_ops)`,
  'create index issue_labels_label on issue_labels (label_id, issue_id)',
  'create index issue_assignees_user on issue_assignees (user_id, issue_id)',
  'create index issue_subscriptions_user on issue_subscriptions (user_id)',
  'create index issue_mentions_user on issue_mentions (user_id)',
];
