import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Releases of tags: names, authors, milestones, dates and links beside the text. */
export class Releases1767510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table releases
        add column name text,
        add column author_id bigint,
        add column milestone_ids bigint[] not null default '{}',
        add column released_at timestamptz not null default now()`);
    await runner.query('update releases set released_at = created_at');
    await runner.query('create index releases_by_release on releases (project_id, released_at, id)');
    await runner.query('create index releases_by_creation on releases (project_id, created_at, id)');
    await runner.query('create index releases_of_author on releases (author_id)');
    await runner.query(`
      create table release_links (
        id bigint generated always as identity primary key,
        release_id bigint not null references releases on delete cascade,
        name text not null,
        url text not null,
        filepath text,
        link_type text not null check (link_type in ('other', 'runbook', 'image', 'package')),
        created_at timestamptz not null default now(),
        unique (release_id, name),
        unique (release_id, url),
        unique (release_id, filepath)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table release_links');
    await runner.query('drop index releases_of_author');
    await runner.query('drop index releases_by_creation');
    await runner.query('drop index releases_by_release');
    await runner.query(`
      alter table releases
        drop column released_at, drop column milestone_ids, drop column author_id, drop column name`);
  }
}
