import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATUSES = ['created', 'pending', 'running', 'manual', 'success', 'failed', 'canceled', 'skipped', 'scheduled'];
const STATUSES_BEFORE = [...STATUSES, 'waiting_for_resource'];

/** Jobs whose runner runs `after_script` before they are canceled, and their pipelines, are `canceling` until then. */
export class GracefulCancels1795956400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table jobs add cancels_gracefully boolean not null default false');
    for (const table of ['jobs', 'pipelines'])
      await allow(runner, table, [...STATUSES_BEFORE, 'canceling'], 'not valid');
  }

  /** Lets jobs that are being canceled run on, with their pipelines: the end that their runners report ends both, and frees their resource. */
  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['jobs', 'pipelines']) {
      await runner.query(`update ${table} set status = 'running' where status = 'canceling'`);
      await allow(runner, table, STATUSES_BEFORE);
    }
    await runner.query('alter table jobs drop cancels_gracefully');
  }
}

/** Replaces the permitted states. */
async function allow(runner: QueryRunner, table: string, statuses: readonly string[], validity = ''): Promise<void> {
  const quoted = statuses.map((status) => `'${status}'`).join(', ');
  await runner.query(`
    alter table ${table} drop constraint ${table}_status_check,
      add constraint ${table}_status_check check (status in (${quoted})) ${validity}`);
}
