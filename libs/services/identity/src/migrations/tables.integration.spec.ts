import { DataSource } from 'typeorm';
import { dataSourceOptions } from '@hearth/data';
import { schema } from '../schema.js';
import { makeDatabase, type TestDatabase } from '../testing/test-database.js';

describe('the tables', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await makeDatabase();
    source = await new DataSource(dataSourceOptions(schema, database.url, 1)).initialize();
  }, 30_000);
  afterAll(async () => {
    await source?.destroy();
    await database?.drop();
  }, 30_000);

  it('are what the entities say', async () => {
    for (const { tableName, columns } of source.entityMetadatas) {
      const rows = await database.query<{ name: string; nullable: boolean; type: string }>(
        `select attname as name, not attnotnull as nullable, format_type(atttypid, atttypmod) as type
         from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
        [`identity.${tableName}`],
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
    for (const _ of source.migrations) await source.undoLastMigration();
    const left = await database.query(`select tablename from pg_tables where schemaname = 'identity' order by 1`);
    expect(left.map(({ tablename }) => tablename as string)).toEqual(['migrations']);
    await source.runMigrations();
  });

  it('refuse what the rules should never let through', async () => {
    const violation = (statement: string) =>
      database.query(statement).then(
        () => 'accepted',
        (error: { constraint?: string }) => error.constraint,
      );
    expect(await violation('insert into identity.application_settings (id) values (2)')).toBe(
      'application_settings_id_check',
    );
    expect(
      await violation(`update identity.application_settings set restricted_visibility_levels = '{private,secret}'`),
    ).toBe('application_settings_restricted_visibility_levels_check');
    expect(
      await violation(`insert into identity.user_custom_attributes (user_id, key, value) values (1, 'a', 'b')`),
    ).toBe('user_custom_attributes_user_id_fkey');
  });
});
