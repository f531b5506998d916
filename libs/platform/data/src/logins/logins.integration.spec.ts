import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ServiceName } from '@hearth/contract-kit';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { sessionOptions } from '../data-source.js';
import { createLogins, migrate } from '../migrating/migrate.js';
import { roleName, schemaName, type ServiceSchema } from '../service-schema.js';
import { loginUrl } from '../settings.js';
import { TestDatabase, until } from '../testing.js';

const nothing = { entities: [], migrations: [], jobs: true };
const schemas: ServiceSchema[] = [
  { ...nothing, service: 'identity' },
  { ...nothing, service: 'projects' },
];
const FORBIDDEN = '42501';
const WRONG_PASSWORD = '28P01';

describe("a service's login", () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await TestDatabase.make(schemas);
    await database.query('create table identity.secrets as select 1 as id');
    client = await connected(loginUrl(database.url, 'projects'));
  });

  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  async function connected(url: string): Promise<pg.Client> {
    const opened = new pg.Client({ connectionString: url, options: sessionOptions({ service: 'projects' }) });
    await opened.connect();
    return opened;
  }

  it('reads and writes the own schema, also after it has reset its role', async () => {
    await client.query('create table projects.mine (id int)');
    await client.query('reset role');
    const { rows } = await client.query(
      'select current_user as acts, session_user as came from projects.mine right join (select) on true',
    );
    expect(rows).toEqual([{ acts: 'hearth_projects', came: 'hearth_projects' }]);
  });

  it.each([
    ['run programs', `copy (select 1) to program 'true'`],
    ['run programs to read', `create temporary table t (line text); copy t from program 'true'`],
    ['read files of the server', `select pg_read_file('PG_VERSION')`],
    ["read another service's tables", 'select from identity.secrets'],
    ["make something in another service's schema", 'create table identity.mine (id int)'],
    ['act as another service', 'set role hearth_identity'],
    ['create roles', 'create role intruder superuser'],
    ['raise itself', 'alter role hearth_projects superuser'],
    ['create databases', 'create database intruder'],
    ['create schemas', 'create schema intruder'],
    [
      'put something into the schema of extensions',
      'create function public.trap() returns int language sql as $$ select 1 $$',
    ],
    ["read other logins' passwords", 'select rolpassword from pg_authid'],
    [
      'do any of it as the user that migrates',
      `set session authorization ${new URL(process.env['HEARTH_TEST_DATABASE_URL']!).username}`,
    ],
  ])('cannot %s', async (_, statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: FORBIDDEN });
  });
});

describe('the creation of logins with passwords', () => {
  // A role of its own: others test on this server with those of Hearth's services.
  const service = `spec-${randomBytes(4).toString('hex')}` as ServiceName;
  const role = roleName(service);
  const schema: ServiceSchema = { ...nothing, service };
  const { DATABASE_PASSWORDS } = process.env;
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await TestDatabase.make([]);
    folder = await mkdtemp(path.join(os.tmpdir(), 'hearth-passwords-'));
    delete process.env['DATABASE_PASSWORDS'];
    process.env['DATABASE_PASSWORDS_FOLDER'] = folder;
  });

  afterAll(async () => {
    delete process.env['DATABASE_PASSWORDS_FOLDER'];
    if (DATABASE_PASSWORDS !== undefined) process.env['DATABASE_PASSWORDS'] = DATABASE_PASSWORDS;
    await database?.query(`drop owned by ${role} cascade; drop role ${role}`);
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const migrateWith = async (password: string) => {
    await writeFile(path.join(folder, service), `${password}\n`);
    await createLogins(database.url, [schema]);
  };

  async function rowsAs(url: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url, options: sessionOptions({ service }) });
    await client.connect();
    try {
      return (await client.query('select session_user as login, count(*)::int as rows from kept')).rows;
    } finally {
      await client.end();
    }
  }

  it('turns the role of an earlier version into a login, with all that it owns', async () => {
    await database.query(`create role ${role} nologin; create schema ${schemaName(service)} authorization ${role}`);
    await database.query(`set role ${role}; create table ${schemaName(service)}.kept as select 1 as id; reset role`);
    await migrateWith('first % @:/');
    expect(await rowsAs(loginUrl(database.url, service))).toEqual([{ login: role, rows: 1 }]);
    const [kept] = await database.query(
      'select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolpassword from pg_authid where rolname = $1',
      [role],
    );
    const none = {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    };
    expect(kept).toEqual({ ...none, rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$/) as string });
  });

  it('sets a password that has changed', async () => {
    const earlier = loginUrl(database.url, service);
    await migrateWith('second');
    expect(await rowsAs(loginUrl(database.url, service))).toEqual([{ login: role, rows: 1 }]);
    await expect(rowsAs(earlier)).rejects.toMatchObject({ code: WRONG_PASSWORD });
  });

  it.each([
    ['C', [expect.stringMatching(/^The character type of this database is C: .*database-connections/)]],
    ['C.UTF-8', []],
  ])('says whether a database with the character type %s knows only letters of ASCII', async (characterType, lines) => {
    const name = `letters_${randomBytes(4).toString('hex')}`;
    const locale = `encoding 'UTF8' lc_collate 'C' lc_ctype '${characterType}'`;
    await database.query(`create database ${name} template template0 ${locale}`);
    try {
      const url = new URL(database.url);
      url.pathname = `/${name}`;
      const report: string[] = [];
      await createLogins(url.href, [{ ...schema, extensions: ['pg_trgm'] }], (line) => report.push(line));
      expect(report).toEqual(lines);
    } finally {
      await database.query(`drop database ${name} with (force)`);
    }
  });

  it('fails without the password of one of the services', async () => {
    await rm(path.join(folder, service));
    await expect(createLogins(database.url, [schema])).rejects.toThrow(
      /^DATABASE_PASSWORDS_FOLDER leads to .* which cannot be read \(ENOENT\)\.$/,
    );
  });
});

describe("a service's migration", () => {
  const applied: string[] = [];
  let limits: readonly { readonly statement: string; readonly lock: string }[] = [];
  const { DATABASE_PASSWORDS } = process.env;
  let database: TestDatabase;

  class MakeKept1700000000000 {
    readonly name = 'MakeKept1700000000000';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('create table kept (id int)');
    }
    async down(): Promise<void> {}
  }
  class TakeAnother1700000000001 {
    readonly name = 'TakeAnother1700000000001';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('create table identity.taken (id int)');
    }
    async down(): Promise<void> {}
  }
  class IndexKept1700000000002 {
    readonly name = 'IndexKept1700000000002';
    readonly transaction = false;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('create index concurrently kept_by_id on kept (id)');
      limits = (await runner.query(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
      )) as typeof limits;
    }
    async down(): Promise<void> {}
  }
  const run = (migrations: ServiceSchema['migrations'], url = loginUrl(database.url, 'projects')) =>
    migrate(
      url,
      { ...nothing, service: 'projects', migrations },
      () => Promise.resolve(),
      (line) => applied.push(line),
    );

  beforeAll(async () => {
    database = await TestDatabase.make(schemas);
  });

  afterAll(async () => {
    process.env['DATABASE_PASSWORDS'] = DATABASE_PASSWORDS;
    await database?.drop();
  });

  /** The process of one service has no other login. */
  it("needs the service's login only, and is applied once by migrations that run at once", async () => {
    const own = loginUrl(database.url, 'projects');
    delete process.env['DATABASE_PASSWORDS'];
    await Promise.all([run([MakeKept1700000000000], own), run([MakeKept1700000000000], own)]);
    expect(applied).toEqual(['projects: MakeKept1700000000000']);
    await expect(run([MakeKept1700000000000, TakeAnother1700000000001], own)).rejects.toMatchObject({
      code: FORBIDDEN,
    });
  });

  it('builds an index without a transaction, while the table is written', async () => {
    const writer = new pg.Client({ connectionString: loginUrl(database.url, 'projects') });
    await writer.connect();
    try {
      await writer.query('begin');
      await writer.query('insert into projects.kept values (1)');
      const migrated = run([MakeKept1700000000000, IndexKept1700000000002]);
      await until('the index is being built', async () => {
        const rows = await database.query('select from pg_stat_progress_create_index');
        return rows.length > 0;
      });
      // Another one would wait for the index here, and its requests with it.
      await database.query('insert into projects.kept values (2)');
      await writer.query('commit');
      await migrated;
    } finally {
      await writer.end();
    }
    expect(
      await database.query(`select indisvalid from pg_index where indexrelid = 'projects.kept_by_id'::regclass`),
    ).toEqual([{ indisvalid: true }]);
    // However long it takes.
    expect(limits).toEqual([{ statement: '0', lock: '30s' }]);
  });

  it('says what is missing where the login is', async () => {
    const wrong = new URL(database.url);
    Object.assign(wrong, { username: 'hearth_projects', password: 'wrong' });
    await expect(run([], wrong.href)).rejects.toThrow(
      'The login hearth_projects or its schema does not exist, or has another password: create the logins first (logins.js of all-in-one).',
    );
  });
});
