import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The state `deactivated`, in the indexes of lists as well. */
export class DeactivatedUsers1770400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await remake(runner, ['blocked', 'ldap_blocked', 'banned', 'deactivated']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update users set state = 'blocked' where state = 'deactivated'`);
    await runner.query(`update users set former_state = 'blocked' where former_state = 'deactivated'`);
    await remake(runner, ['blocked', 'ldap_blocked', 'banned']);
  }
}

async function remake(runner: QueryRunner, kept: readonly string[]): Promise<void> {
  const states = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
  const isListed = `state in (${states(['active', ...kept])}) and holder_id is null`;
  await runner.query(`alter table users drop constraint users_state_check,
    add constraint users_state_check check (state in (${states(['creating', 'active', ...kept, 'deleting'])}))`);
  await runner.query('drop index users_blocked, users_listed, users_not_external');
  await runner.query(`create index users_blocked on users (id) where state in (${states(kept)})`);
  await runner.query(`create index users_listed on users (id) where ${isListed}`);
  await runner.query(`create index users_not_external on users (id) where not external and ${isListed}`);
}
