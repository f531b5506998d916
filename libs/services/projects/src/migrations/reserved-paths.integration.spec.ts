import { DataSource } from 'typeorm';
import { dataSourceOptions } from '@hearth/data';
import { ProjectsModule } from '../projects.module.js';
import { Seed } from '../testing/seed.js';
import { makeDatabase, type TestDatabase } from '../testing/test-database.js';

describe('the migration that reserves paths', () => {
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

  /** Reverts migrations until the table does not exist. */
  async function before(table: string): Promise<void> {
    const there = async () => (await database.query('select to_regclass($1) as name', [table]))[0]!['name'] !== null;
    while (await there()) await source.undoLastMigration();
  }

  it('finds those that groups and users have left among the redirects, and leaves the projects’ there', async () => {
    const seed = new Seed(database);
    const group = await seed.group('now');
    const project = await seed.project(group, 'app', 'private');
    await before('reserved_paths');
    await database.query(
      `insert into redirects (path, namespace_id, project_id, created_at)
       values ('Old', $1, null, '2018-01-15'), ('Old/app', null, $2, '2018-01-15')`,
      [group, project],
    );
    await source.runMigrations();
    const reserved = () => database.query('select path, namespace_id, created_at from reserved_paths');
    expect(await reserved()).toEqual([{ path: 'Old', namespace_id: group, created_at: new Date('2018-01-15') }]);
    expect(await database.query('select path, project_id from redirects')).toEqual([
      { path: 'Old/app', project_id: project },
    ]);
    await before('reserved_paths');
    expect(await database.query('select path, namespace_id, project_id from redirects order by path')).toEqual([
      { path: 'Old', namespace_id: group, project_id: null },
      { path: 'Old/app', namespace_id: null, project_id: project },
    ]);
    await source.runMigrations();
    expect(await reserved()).toHaveLength(1);
  });
});
