import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Snippets, notes on issues and snippets, and awards to all three. */
export class NotesAndSnippets1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table award_emoji, notes, user_agent_details, snippets');
  }
}

const ID = 'id bigint generated always as identity primary key';
const TIMES = `created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now()`;
/** A row that belongs to an issue or to a snippet. */
const HOLDER = `issue_id bigint references issues on delete cascade,
     snippet_id bigint references snippets on delete cascade`;

const TABLES = [
  `create table snippets (
     ${ID},
     project_id bigint references projects on delete cascade,
     author_id bigint not null,
     title text not null,
     file_name text not null default '',
     description text,
     content text not null,
     visibility text not null check (visibility in ('private', 'internal', 'public')),
     ${TIMES}
   )`,
  `create table user_agent_details (
     ${HOLDER},
     user_agent text not null,
     ip_address text not null,
     check (num_nonnulls(issue_id, snippet_id) = 1)
   )`,
  `create table notes (
     ${ID},
     project_id bigint not null references projects on delete cascade,
     ${HOLDER},
     author_id bigint not null,
     body text not null,
     system boolean not null default false,
     ${TIMES},
     check (num_nonnulls(issue_id, snippet_id) = 1)
   )`,
  `create table award_emoji (
     ${ID},
     ${HOLDER},
     note_id bigint references notes on delete cascade,
     user_id bigint not null,
     name text not null,
     ${TIMES},
     check (num_nonnulls(issue_id, snippet_id, note_id) = 1)
   )`,
];

const INDEXES = [
  'create index snippets_project on snippets (project_id, id) where project_id is not null',
  'create index snippets_author on snippets (author_id, id)',
  `create index snippets_public on snippets (id) where project_id is null and visibility = 'public'`,
  'create unique index user_agent_details_issue on user_agent_details (issue_id) where issue_id is not null',
  'create unique index user_agent_details_snippet on user_agent_details (snippet_id) where snippet_id is not null',
  ...['issue', 'snippet'].flatMap((holder) => [
    `create index notes_${holder}_created on notes (${holder}_id, created_at, id) where ${holder}_id is not null`,
    `create index notes_${holder}_updated on notes (${holder}_id, updated_at, id) where ${holder}_id is not null`,
  ]),
  'create index notes_project on notes (project_id)',
  'create index notes_author on notes (author_id)',
  ...['issue', 'snippet', 'note'].map(
    (holder) =>
      `create unique index award_emoji_${holder} on award_emoji (${holder}_id, user_id, name) where ${holder}_id is not null`,
  ),
  'create index award_emoji_user on award_emoji (user_id)',
];
