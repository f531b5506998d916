import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bots: the users of the access tokens of projects and groups, who are in no list of users. */
export class Bots1767920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table users add holder_kind text, add holder_id bigint,
      add constraint users_holder_check check ((holder_kind is null) = (holder_id is null)),
      add constraint users_holder_fkey foreign key (holder_kind, holder_id) references credential_holders (kind, id)`);
    await runner.query(
      'create index users_by_holder on users (holder_kind, holder_id, id) where holder_id is not null',
    );
    await remakeLists(runner, ' and holder_id is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await remakeLists(runner, '');
    await runner.query('drop index users_by_holder');
    await runner.query('alter table users drop column holder_kind, drop column holder_id');
  }
}

const IS_LISTED = `state in ('active', 'blocked', 'ldap_blocked')`;

/** Indexes of lists, so that counts read no table rows. */
async function remakeLists(runner: QueryRunner, noBots: string): Promise<void> {
  await runner.query('drop index users_listed, users_not_external, users_active');
  await runner.query(`create index users_listed on users (id) where ${IS_LISTED}${noBots}`);
  await runner.query(`create index users_not_external on users (id) where not external and ${IS_LISTED}${noBots}`);
  await runner.query(
    `create index users_active on users (id) include (external) where state = 'active' and not ghost${noBots}`,
  );
}
