import type { ServiceSchema } from '@hearth/data';
import { TestDatabase } from '@hearth/data/testing';
import { migrateJobs } from '@hearth/jobs';
import { messagingMigrations } from '@hearth/messaging';
import { defineJob } from '@hearth/jobs';
import { z } from 'zod';
import { deadLettersOfServices } from './dead-letters-of-services.js';

const migrations = [...messagingMigrations];
const services = [
  { schema: { service: 'projects', entities: [], migrations, jobs: false } satisfies ServiceSchema },
  { schema: { service: 'repository', entities: [], migrations, jobs: true } satisfies ServiceSchema },
];
const MakeRepository = defineJob({ name: 'make-repository', data: z.object({}), perStorage: true });

describe('dead letters of all services', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    const schemas = services.map(({ schema }) => schema);
    database = await TestDatabase.make(schemas, (url) =>
      migrateJobs(url, 'repository', [MakeRepository], ['storage-1']),
    );
  }, 60_000);
  afterEach(async () => {
    await database.query('truncate projects.dead_letters, projects.outbox, repository.dead_letters restart identity');
    await database.query('delete from repository_jobs.job');
    process.env['DATABASE_URL'] = database.url;
  });
  afterAll(() => database?.drop());

  async function run(...args: string[]) {
    let out = '';
    let err = '';
    const status = await deadLettersOfServices(services, args, {
      out: (text) => (out += text),
      err: (text) => (err += text),
    });
    return { status, out, err };
  }

  const addEvents = (service: string, count: number, handler: string | null = 'OnUserCreated') =>
    database.query(
      `insert into ${service}.dead_letters (event_id, topic, type, key, data, event_time, handler, error, attempts, correlation)
       select gen_random_uuid(), 'identity', 'identity.user-created', each, '{"bio": "tulips"}', now(), $1, 'Error: no namespace', 4, 'request-1'
       from generate_series(1, ${count}) each`,
      [handler],
    );
  const addJob = async (queue = 'make-repository/storage-1') => {
    const [row] = await database.query<{ id: string }>(
      `insert into repository_jobs.job (name, data, output, source_name, source_retry_count, keep_until)
       values ('dead-letters', '{"data": {"projectId": 5}, "correlation": "request-2"}', '{"message": "disk full"}', $1, 10, 'infinity')
       returning id`,
      [queue],
    );
    return `repository/job/${row!.id}`;
  };

  it('are listed in a table without what they say, and as JSON with it', async () => {
    await addEvents('projects', 1);
    const job = await addJob();
    const table = await run('list');
    expect(table).toMatchObject({ status: 0, err: '' });
    expect(table.out).toMatch(
      /^projects\/event\/1 +identity\.user-created +1 +OnUserCreated +4 .* Error: no namespace$/m,
    );
    expect(table.out).toMatch(
      new RegExp(`^${job} +make-repository +- +make-repository/storage-1 +11 .* disk full$`, 'm'),
    );
    expect(table.out).not.toContain('tulips');
    const json = await run('list', '--json');
    expect(JSON.parse(json.out)).toMatchObject([
      { id: 'projects/event/1', kind: 'event', data: { bio: 'tulips' }, correlation: 'request-1' },
      { id: job, service: 'repository', kind: 'job', data: { projectId: 5 }, correlation: 'request-2' },
    ]);
    expect(JSON.parse((await run('list', '--json', '--kind', 'event')).out)).toHaveLength(1);
    expect((await run('list', '--service', 'repository')).out).not.toContain('projects/event');
  });

  it('are said to be none', async () => {
    expect(await run('list')).toEqual({ status: 0, out: 'There are no dead letters.\n', err: '' });
    expect(await run('list', '--json')).toEqual({ status: 0, out: '[]\n', err: '' });
    expect(await run('replay', '--all')).toEqual({ status: 0, out: 'There is nothing to replay.\n', err: '' });
  });

  it('are listed up to a number, or all of them', async () => {
    await addEvents('projects', 90);
    await addEvents('repository', 160);
    const first = await run('list', '--json');
    expect(JSON.parse(first.out)).toHaveLength(100);
    expect(first.err).toContain('the first 100');
    const all = JSON.parse((await run('list', '--json', '--all')).out) as { id: string }[];
    expect(new Set(all.map(({ id }) => id)).size).toBe(250);
  });

  it('are replayed by id, each once', async () => {
    await addEvents('projects', 3);
    const job = await addJob();
    const replayed = await run('replay', 'projects/event/2', job);
    expect(replayed).toEqual({ status: 0, out: '2 dead letters are on the way again.\n', err: '' });
    expect(await database.query('select key, only_for from projects.outbox')).toEqual([
      { key: '2', only_for: 'projects/OnUserCreated' },
    ]);
    expect(
      await database.query(
        `select name, data->'data' as data, data->>'correlation' as correlation, state from repository_jobs.job`,
      ),
    ).toEqual([
      { name: 'make-repository/storage-1', data: { projectId: 5 }, correlation: 'request-2', state: 'created' },
    ]);
    const again = await run('replay', 'projects/event/2', 'projects/event/3', job);
    expect(again).toMatchObject({ status: 1, out: '1 dead letter is on the way again.\n' });
    expect(again.err.trim().split('\n')).toEqual([
      expect.stringContaining('projects/event/2 is no dead letter'),
      expect.stringContaining(`${job} is no dead letter`),
    ]);
  });

  it('are replayed all together, except those without a handler', async () => {
    await addEvents('projects', 250);
    await addEvents('repository', 1, null);
    await addJob();
    const gone = await addJob('gone/storage-1');
    const { status, out, err } = await run('replay', '--all');
    expect({ status, out }).toEqual({ status: 1, out: '251 dead letters are on the way again.\n' });
    expect(err).toContain('2 stay');
    const left = JSON.parse((await run('list', '--json')).out) as { id: string }[];
    expect(left.map(({ id }) => id)).toEqual(['repository/event/1', gone]);
  });

  it('need a database that answers, and is migrated', async () => {
    const address = new URL(database.url);
    address.port = '1';
    process.env['DATABASE_URL'] = address.href;
    const away = await run('list');
    expect(away).toMatchObject({ status: 1, out: '' });
    expect(away.err).toMatch(/^The database does not answer .* start Hearth with \.\/hearth up.*\n$/);
    delete process.env['DATABASE_URL'];
    expect(await run('list')).toMatchObject({
      status: 2,
      err: expect.stringContaining('DATABASE_URL is not set') as string,
    });
    process.env['DATABASE_URL'] = database.url;
    await database.query('alter table projects.dead_letters rename to elsewhere');
    expect(await run('list')).toMatchObject({ status: 1, err: expect.stringContaining('is not migrated') as string });
    await database.query('alter table projects.elsewhere rename to dead_letters');
    expect(await run('list', '--service', 'wiki')).toMatchObject({ status: 2 });
  });
});
