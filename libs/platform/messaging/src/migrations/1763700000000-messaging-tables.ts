import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outbox, inbox and dead letters. */
export class MessagingTables1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table outbox (
        id bigint generated always as identity primary key,
        event_id uuid not null default gen_random_uuid(),
        topic text not null,
        type text not null,
        key text not null,
        data jsonb not null,
        actor bigint,
        correlation text,
        causation text,
        only_for text,
        headers jsonb,
        created_at timestamptz not null default now(),
        published_at timestamptz
      )`);
    await runner.query('create index outbox_unpublished on outbox (id) where published_at is null');
    await runner.query('create index outbox_published on outbox (published_at) where published_at is not null');
    await runner.query(`
      create function notify_outbox() returns trigger language plpgsql as $$
      begin
        perform pg_notify('outbox_' || tg_table_schema, '');
        return null;
      end $$`);
    await runner.query(
      'create trigger outbox_appended after insert on outbox for each statement execute function notify_outbox()',
    );
    await runner.query(`
      create table inbox (
        event_id uuid not null,
        handler text not null,
        state text not null default 'open' check (state in ('open', 'done', 'dead')),
        attempts integer not null default 0,
        last_error text,
        handled_at timestamptz,
        primary key (event_id, handler)
      )`);
    await runner.query('create index inbox_handled on inbox (handled_at) where handled_at is not null');
    await runner.query(`
      create table dead_letters (
        id bigint generated always as identity primary key,
        event_id uuid not null,
        topic text not null,
        type text not null,
        key text not null,
        data jsonb not null,
        event_time timestamptz not null,
        actor bigint,
        correlation text,
        causation text,
        handler text,
        error text not null,
        attempts integer not null,
        at timestamptz not null default now(),
        replayed_at timestamptz
      )`);
    await runner.query('create index dead_letters_open on dead_letters (id) where replayed_at is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outbox, inbox, dead_letters');
    await runner.query('drop function notify_outbox()');
  }
}
