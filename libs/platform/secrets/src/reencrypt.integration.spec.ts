import type { ServiceSchema } from '@hearth/data';
import { sessionOptions } from '@hearth/data';
import { TestDatabase, until } from '@hearth/data/testing';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Keyring } from './keyring.js';
import { reencrypt } from './reencrypt.js';
import { parseEncryptionKeys } from './encryption-keys.js';

class SampleTables1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "odd runners" (
        id bigint generated always as identity primary key,
        token text not null, "tokenLookup" text, note text, name text not null default ''
      );
      create table devices (name text primary key, secret text);
      grant all on "odd runners", devices to public;
      grant usage on schema ci to public;
    `);
  }

  async down(): Promise<void> {
    // Never called.
  }
}

const schema: ServiceSchema = {
  service: 'ci',
  entities: [],
  migrations: [SampleTables1700000000000],
  jobs: false,
  encrypted: [
    { table: 'odd runners', id: 'id', columns: [{ column: 'token', lookup: 'tokenLookup' }, { column: 'note' }] },
    { table: 'devices', id: 'name', columns: [{ column: 'secret' }] },
  ],
};

const ROWS = 900;
const line = (id: string) => `${id}:${Buffer.alloc(32, id).toString('base64')}`;
const ring = (...ids: string[]) => new Keyring(parseEncryptionKeys(ids.map(line).join(',')));
const token = { service: 'ci', table: 'odd runners', column: 'token' };
const note = { ...token, column: 'note' };
const secret = { service: 'ci', table: 'devices', column: 'secret' };

describe('the re-encryption', () => {
  let database: TestDatabase;
  let others: pg.Client[];

  beforeAll(async () => {
    database = await TestDatabase.make([schema]);
  });
  afterAll(() => database?.drop());
  beforeEach(async () => {
    others = [];
    await database.query('truncate ci."odd runners", ci.devices');
  });
  afterEach(() => Promise.all(others.map((client) => client.end())));

  /** A session of the service's own, as its processes have. */
  async function session(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.url, options: sessionOptions(schema) });
    await client.connect();
    others.push(client);
    return client;
  }

  async function addRunners(keyring: Keyring, count: number): Promise<number[]> {
    const next = await database.query<{ id: number }>(
      `select nextval(pg_get_serial_sequence('ci."odd runners"', 'id')) as id from generate_series(1, $1)`,
      [count],
    );
    const ids = next.map(({ id }) => id);
    await database.query(
      `insert into ci."odd runners" (id, token, "tokenLookup", note) overriding system value
       select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])`,
      [
        ids,
        ids.map((id) => keyring.encrypt(`token ${id}`, { ...token, id })),
        ids.map((id) => keyring.lookup(`token ${id}`, token)),
        ids.map((id) => (id % 3 === 0 ? null : keyring.encrypt(`note ${id}`, { ...note, id }))),
      ],
    );
    return ids;
  }

  const runners = () =>
    database.query<{ id: number; token: string; tokenLookup: string; note: string | null; name: string }>(
      'select * from ci."odd runners" order by id',
    );

  async function expectReadable(keyring: Keyring): Promise<void> {
    for (const row of await runners()) {
      const { id } = row;
      expect(keyring.decrypt(row.token, { ...token, id })).toBe(`token ${id}`);
      expect(row.tokenLookup).toBe(keyring.lookup(`token ${id}`, token));
      if (id % 3 === 0) expect(row.note).toBeNull();
      else expect(keyring.decrypt(row.note!, { ...note, id })).toBe(`note ${id}`);
    }
  }

  it('takes what no migration has made yet for empty', async () => {
    const next: ServiceSchema = {
      ...schema,
      encrypted: [
        { table: 'devices', id: 'name', columns: [{ column: 'secret' }, { column: 'made later' }] },
        { table: 'made_later', id: 'id', columns: [{ column: 'secret' }] },
      ],
    };
    const elsewhere: ServiceSchema = { ...next, service: 'merge-requests' };
    await database.query(`insert into ci.devices values ('one', $1)`, [
      ring('a').encrypt('value', { ...secret, id: 'one' }),
    ]);
    const { rewritten, inUse } = await reencrypt(database.url, [next, elsewhere], ring('b', 'a'));
    expect([rewritten, inUse]).toEqual([1, { b: 1 }]);
  });

  it('rewrites every declared column with the first key and says what is in use', async () => {
    const ids = await addRunners(ring('a'), ROWS);
    await database.query('insert into ci.devices values ($1, $2), ($3, null)', [
      'phone',
      ring('b').encrypt('otp', { ...secret, id: 'phone' }),
      'none',
    ]);
    const notes = ids.filter((id) => id % 3 !== 0).length;
    const result = await reencrypt(database.url, [schema], ring('c', 'b', 'a'));
    expect(result).toEqual({ rewritten: ROWS + 1, inUse: { c: 2 * ROWS + notes + 1 }, locked: 0, unreadable: [] });
    await expectReadable(ring('c'));
    expect(await reencrypt(database.url, [schema], ring('c'))).toMatchObject({ rewritten: 0, unreadable: [] });
  });

  it('adds lookups that a column did not have yet, and clears those of nothing', async () => {
    const [id] = await addRunners(ring('a'), 1);
    await database.query('update ci."odd runners" set "tokenLookup" = null');
    expect((await reencrypt(database.url, [schema], ring('a'))).rewritten).toBe(1);
    expect((await runners())[0]!.tokenLookup).toBe(ring('a').lookup(`token ${id}`, token));
  });

  it('goes on where it was stopped', async () => {
    await addRunners(ring('a'), ROWS);
    const before = await runners();
    const [half] = before.slice(ROWS / 2);
    await database.query('create table ci.stop_at (id bigint)');
    await database.query('insert into ci.stop_at values ($1)', [half!.id]);
    await database.query(`
      create function ci.stop() returns trigger language plpgsql as $$
        begin if new.id = (select id from ci.stop_at) then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$;
      grant select on ci.stop_at to public;
      create trigger stop before update on ci."odd runners" for each row execute function ci.stop()`);
    await expect(reencrypt(database.url, [schema], ring('b', 'a'))).rejects.toThrow(/terminat/i);
    const between = (await runners()).filter((row) => row.token.startsWith('h1.b.')).length;
    expect(between).toBeGreaterThan(0);
    expect(between).toBeLessThan(ROWS);
    await database.query('drop trigger stop on ci."odd runners"');
    const { rewritten } = await reencrypt(database.url, [schema], ring('b', 'a'));
    expect(rewritten).toBe(ROWS - between);
    await expectReadable(ring('b'));
  });

  it('waits for rows that others hold, and tells of those that stay held', async () => {
    const ids = await addRunners(ring('a'), 10);
    const holder = await session();
    await holder.query('begin');
    await holder.query('select from "odd runners" where id = $1 for update', [ids[4]]);
    const impatient = await reencrypt(database.url, [schema], ring('b', 'a'), 0);
    expect(impatient).toMatchObject({ rewritten: 9, locked: 1 });
    expect(impatient.inUse['a']).toBeGreaterThan(0);

    const waiting = reencrypt(database.url, [schema], ring('b', 'a'));
    await until('it has looked again', async () => {
      const [row] = await database.query<{ n: number }>(
        `select count(*) as n from pg_stat_activity where datname = current_database() and query like 'select t."id"%'`,
      );
      return row!.n > 0;
    });
    await holder.query('commit');
    expect(await waiting).toMatchObject({ rewritten: 1, locked: 0 });
    await expectReadable(ring('b'));
  });

  it('tells of what cannot be read and leaves it, whatever else it rewrites', async () => {
    const ids = await addRunners(ring('a'), 5);
    const [moved, lost, plain] = ids;
    const stored = await runners();
    await database.query('update ci."odd runners" set token = $2 where id = $1', [moved, stored[4]!.token]);
    await database.query('update ci."odd runners" set token = $2 where id = $1', [
      lost,
      ring('z').encrypt('x', { ...token, id: lost! }),
    ]);
    await database.query(`update ci."odd runners" set token = 'in the clear' where id = $1`, [plain]);
    const { rewritten, unreadable, inUse } = await reencrypt(database.url, [schema], ring('b', 'a'));
    expect(rewritten).toBe(2);
    expect(unreadable).toEqual([
      expect.stringContaining(`ci.odd runners.token of row ${moved} cannot be decrypted: it was changed`),
      expect.stringContaining('the key "z" that wrote it is not in the ring'),
      expect.stringContaining('it is not a ciphertext of Hearth'),
    ]);
    expect(unreadable.join()).not.toContain('in the clear');
    expect(inUse['a']).toBeGreaterThan(0);
    expect((await runners()).find(({ id }) => id === plain)!.token).toBe('in the clear');
  });

  it('loses nothing that is written, changed, found and deleted meanwhile', async () => {
    const keyrings = [ring('a'), ring('a')];
    let ids = await addRunners(ring('a'), ROWS);
    let writing = true;
    const expected = new Map(ids.map((id) => [id, `token ${id}`]));
    const failures: string[] = [];

    async function work(index: number): Promise<void> {
      const client = await session();
      const keyring = keyrings[index]!;
      for (let turn = 0; writing; turn++) {
        const id = ids[(turn * 7 + index) % ids.length]!;
        if (id % 2 !== index || !expected.has(id)) continue;
        const found = await client.query<{ id: number; token: string }>(
          'select id, token from "odd runners" where "tokenLookup" = any($1)',
          [keyring.lookups(expected.get(id)!, token)],
        );
        const [row] = found.rows;
        if (!row || keyring.decrypt(row.token, { ...token, id }) !== expected.get(id)) failures.push(`row ${id}`);
        if (turn % 11 === 0) {
          expected.delete(id);
          await client.query('delete from "odd runners" where id = $1', [id]);
          continue;
        }
        const value = `token ${id} ${turn}`;
        await client.query('update "odd runners" set token = $2, "tokenLookup" = $3, name = $4 where id = $1', [
          id,
          keyring.encrypt(value, { ...token, id }),
          keyring.lookup(value, token),
          String(turn),
        ]);
        expected.set(id, value);
      }
    }

    const workers = [work(0), work(1)];
    let from = 'a';
    for (const to of ['b', 'c', 'd']) {
      for (const each of keyrings) each.use(parseEncryptionKeys(`${line(from)},${line(to)}`));
      for (const each of keyrings) each.use(parseEncryptionKeys(`${line(to)},${line(from)}`));
      await reencrypt(database.url, [schema], ring(to, from));
      from = to;
    }
    writing = false;
    await Promise.all(workers);
    const { inUse, unreadable } = await reencrypt(database.url, [schema], ring('d', 'c'));
    expect(Object.keys(inUse)).toEqual(['d']);
    expect([failures, unreadable]).toEqual([[], []]);
    ids = [...expected.keys()].sort((a, b) => a - b);
    const rows = await runners();
    expect(rows.map(({ id }) => id)).toEqual(ids);
    for (const row of rows) expect(ring('d').decrypt(row.token, { ...token, id: row.id })).toBe(expected.get(row.id));
    expect(ids.length).toBeLessThan(ROWS);
  });
});
