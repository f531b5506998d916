import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Features that were on or off are also kept to members; projects name what they are a fork of. */
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

/** Changed in place: indexes that include the column stay. */
function toLevel(column: string): string[] {
  return [
    `alter column ${column} drop default`,
    `alter column ${column} type text using case when ${column} then 'enabled' else 'disabled' end`,
    `alter column ${column} set default 'enabled'`,
  ];
}

/** What was kept to members is off: it would be open to everybody. */
function toFlag(column: string): string[] {
  return [
    `alter column ${column} drop default`,
    `alter column ${column} type boolean using ${column} = 'enabled'`,
    `alter column ${column} set default true`,
  ];
}
