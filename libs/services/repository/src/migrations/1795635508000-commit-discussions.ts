import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Discussions of the comments on commits: until now, each comment is one of its own. */
export class CommitDiscussions1795635508000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The default is random, and differs between the rows.
    await runner.query(`
      alter table commit_comments
        add column discussion_id text not null default left(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 40),
        add column type text check (type in ('DiscussionNote', 'DiffNote')),
        add column position jsonb check ((type = 'DiffNote') = (position is not null)),
        add column updated_at timestamptz`);
    await runner.query('create index commit_comments_of_discussion on commit_comments (discussion_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table commit_comments
      drop column discussion_id, drop column type, drop column position, drop column updated_at`);
  }
}
