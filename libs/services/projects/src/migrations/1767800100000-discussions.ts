import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Discussions of issues and snippets. Notes so far, and those of the release before, stand alone. */
export class Discussions1767800100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table notes
         add discussion_id text not null default left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 40),
         add type text check (type = 'DiscussionNote')`,
    );
    await runner.query('create index notes_discussion on notes (discussion_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index notes_discussion');
    await runner.query('alter table notes drop discussion_id, drop type');
  }
}
