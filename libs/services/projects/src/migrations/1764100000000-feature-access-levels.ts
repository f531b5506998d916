import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replaces the on/off flags of features by access levels, which can also limit them to members; adds the source of forks. */
export class FeatureAccessLevels1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table projects ${FLAGS.flatMap(([flag]) => toLevel(flag)).join()},
      add column repository_access_level text not null default 'enabled',
      add column forked_from_id bigint references projects on delete set null`);
    for (const [flag, level] of FLAGS) await runner.query(`alter table projects rename column ${flag} to ${level}`);
    await runner.query(
      `alter table projects ${LEVELS.map((level) => `add check (${level} in ('disabled', 'private', 'enabled'))`).join()}`,
    );
    await runner.query(
      'create index projects_forked_from on projects (forked_from_id) where forked_from_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table projects drop column repository_access_level, drop column forked_from_id,
      ${FLAGS.map(([, level]) => `drop constraint projects_${level}_check`).join()}`);
    for (const [flag, level] of FLAGS) await runner.query(`alter table projects rename column ${level} to ${flag}`);
    await runner.query(`alter table projects ${FLAGS.flatMap(([flag]) => toFlag(flag)).join()}`);
  }
}

const FLAGS = [
  ['issues_enabled', 'issues_access_level'],
  ['merge_requests_enabled', 'merge_requests_access_level'],
  ['wiki_enabled', 'wiki_access_level'],
  ['jobs_enabled', 'builds_access_level'],
  ['snippets_enabled', 'snippets_access_level'],
] as const;
const LEVELS = [...FLAGS.map(([, level]) => level), 'repository_access_level'];

/** Changed in place, so that indexes with the column stay. */
function toLevel(column: string): string[] {
  return [
    `alter column ${column} drop default`,
    `alter column ${column} type text using case when ${column} then 'enabled' else 'disabled' end`,
    `alter column ${column} set default 'enabled'`,
  ];
}

/** A feature limited to members becomes disabled: as a flag it would be open to everyone. */
function toFlag(column: string): string[] {
  return [
    `alter column ${column} drop default`,
    `alter column ${column} type boolean using ${column} = 'enabled'`,
    `alter column ${column} set default true`,
  ];
}
