import { DataSource } from 'typeorm';
import { dataSourceOptions } from '@hearth/data';
import { messagingMigrations } from '@hearth/messaging';
import { ProjectsModule } from '../projects.module.js';
import { FeatureAccessLevels1764100000000 } from './1764100000000-feature-access-levels.js';
import { makeDatabase, type TestDatabase } from '../testing/test-database.js';

describe('the tables', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await makeDatabase();
    source = await new DataSource(dataSourceOptions(ProjectsModule.schema, database.url, 1)).initialize();
  });

  afterAll(async () => {
    await source?.destroy();
    await database?.drop();
  });

  it('are what the entities say', async () => {
    for (const { tableName, columns } of source.entityMetadatas) {
      const rows = await database.query<{ name: string; nullable: boolean; type: string }>(
        `select attname as name, not attnotnull as nullable, format_type(atttypid, atttypmod) as type
         from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
        [tableName],
      );
      const declared = columns.map((column) => ({
        name: column.databaseName,
        nullable: column.isNullable,
        type: `${source.driver.normalizeType(column)}${column.isArray ? '[]' : ''}`,
      }));
      const found = rows.map(({ type, ...row }) => ({ ...row, type: type.replace('(3)', '') }));
      expect({ tableName, columns: found }).toEqual({
        tableName,
        columns: declared.sort((a, b) => (a.name < b.name ? -1 : 1)),
      });
    }
  });

  it('can be taken away again', async () => {
    const own = source.migrations.length - messagingMigrations.length;
    for (let undone = 0; undone < own; undone += 1) await source.undoLastMigration();
    const left = await database.query(`select tablename from pg_tables where schemaname = 'projects' order by 1`);
    expect(left.map(({ tablename }) => tablename as string)).toEqual(['dead_letters', 'inbox', 'migrations', 'outbox']);
    await source.runMigrations();
  });

  it('keep what was on or off when features get levels', async () => {
    const first = source.migrations.findIndex(({ constructor }) => constructor === FeatureAccessLevels1764100000000);
    const undone = source.migrations.length - first;
    for (let count = 0; count < undone; count += 1) await source.undoLastMigration();
    await database.query(
      `insert into namespaces (kind, path, name, full_name, visibility) values ('group', 'old', 'old', 'old', 'public')`,
    );
    await database.query(`insert into projects (namespace_id, path, name, creator_id, issues_enabled, jobs_enabled)
      select id, 'flags', 'flags', 1, true, false from namespaces where path = 'old'`);
    await source.runMigrations();
    const levels = `select issues_access_level as issues, builds_access_level as builds, repository_access_level as repository
      from projects where path = 'flags'`;
    expect(await database.query(levels)).toEqual([{ issues: 'enabled', builds: 'disabled', repository: 'enabled' }]);
    await database.query(`delete from projects where path = 'flags'`);
    await database.query(`delete from namespaces where path = 'old'`);
  });

  it('refuse what the rules should never let through', async () => {
    const violation = (statement: string) =>
      database.query(statement).then(
        () => 'accepted',
        (error: { constraint?: string }) => error.constraint,
      );
    await database.query(
      `insert into namespaces (kind, path, name, full_name, visibility) values ('group', 'g', 'g', 'g', 'public')`,
    );
    await database.query(
      `insert into projects (namespace_id, path, name, creator_id) select id, 'p', 'p', 1 from namespaces`,
    );
    await database.query(`insert into routes (path, namespace_id) select 'g', id from namespaces`);
    expect(await violation(`insert into routes (path, project_id) select 'G', id from projects`)).toBe('routes_path');
    expect(await violation(`insert into routes (path) values ('x')`)).toBe('routes_one_holder');
    expect(
      await violation(
        `insert into projects (namespace_id, path, name, creator_id) select id, 'q', 'p', 1 from namespaces`,
      ),
    ).toBe('projects_name');
    expect(await violation('delete from namespaces')).toBe('projects_namespace_id_fkey');
    expect(
      await violation(
        `insert into namespaces (kind, path, name, full_name, visibility) values ('user', 'u', 'u', 'u', 'public')`,
      ),
    ).toBe('namespaces_user_has_owner');
  });
});
