import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Copies that follow their repository for good. */
export class StandingCopies1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table repository_copies
        add is_standing boolean not null default false,
        add wanted bigint not null default 0,
        add followed bigint not null default 0,
        add behind_since timestamptz`);
    await runner.query(`create index repository_copies_behind on repository_copies (storage, behind_since)
      where behind_since is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index repository_copies_behind');
    await runner.query(`alter table repository_copies
      drop is_standing, drop wanted, drop followed, drop behind_since`);
  }
}
