import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { TestDatabase, until } from '@hearth/data/testing';
import { migrateJobs } from '../migrate-jobs.js';
import { FillOldRows, schema } from '../testing/backfill-app.js';

const program = fileURLToPath(new URL('../testing/backfill-process.js', import.meta.url));
const migrated = (url: string) => migrateJobs(url, 'ci', [FillOldRows]);

describe('a backfill of a thousand rows', () => {
  let database: TestDatabase;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    database = await TestDatabase.make([schema], migrated);
  }, 60_000);
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await database?.drop();
  }, 30_000);

  function startProcess(deadly: number): ChildProcess {
    const child = fork(program, [String(deadly)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    children.push(child);
    return child;
  }

  async function progress() {
    const [row] = await database.query<{ place: number; changed: number; finished: boolean }>(
      'select place::int, changed::int, finished_at is not null as finished from ci_jobs.backfills',
    );
    return row;
  }

  const rowsBy = (filled: number) =>
    database
      .query<{ id: number }>('select id::int from ci.old_rows where filled = $1 order by id', [filled])
      .then((rows) => rows.map(({ id }) => id));

  it('begins after the migration, and keeps whole batches when its process is killed in one', async () => {
    await once(startProcess(450), 'exit');
    const { place, changed, finished } = (await progress())!;
    expect([changed, finished]).toEqual([place, false]);
    expect(place).toBeGreaterThan(0);
    expect(place).toBeLessThan(450);
    expect(await rowsBy(1)).toEqual(Array.from({ length: place }, (_, index) => index + 1));
  }, 60_000);

  it('goes on from there in another process, gives way to a locked row, and ends when that is free', async () => {
    await migrated(database.url);
    await database.query('begin');
    await database.query('select from ci.old_rows where id = 700 for update');
    startProcess(0);
    await until('all rows before the locked one are filled', async () => (await progress())!.place === 699, 30_000);
    await database.query('rollback');
    await until('it has finished', async () => (await progress())!.finished, 30_000);
    expect(await progress()).toEqual({ place: 1000, changed: 1000, finished: true });
    expect(await rowsBy(1)).toHaveLength(1000);
  }, 60_000);

  it('is not added again by the next migration', async () => {
    const waiting = () =>
      database.query(`select from ci_jobs.job where name = $1 and state < 'active'`, ['fill-old-rows']);
    await database.query('delete from ci_jobs.job');
    await migrated(database.url);
    expect(await waiting()).toEqual([]);
  });
});
