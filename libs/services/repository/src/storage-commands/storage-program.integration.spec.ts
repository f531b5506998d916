import type { Row } from '@hearth/data';
import { migrateJobs } from '@hearth/jobs';
import * as jobs from '../jobs.js';
import { StoragePlacesStore } from '../storages/storage-places.store.js';
import { Storages } from '../storages/storages.js';
import { StorageOwnersStore } from '../storages/storage-owners.store.js';
import { TestDatabase } from '../testing/test-database.js';
import { storageProgram } from './storage-program.js';

const NAMES = ['one', 'two', 'three'];
const MiB = 1024 ** 2;

describe('the program for storages', () => {
  let database: TestDatabase;
  let printed: string;
  /** Stands for the processes of the service: called whenever a command waits. */
  let meanwhile: () => Promise<unknown>;

  const query = <T extends Row = Row>(text: string, values: unknown[] = []) => database.db.query<T>(text, values);

  const run = async (...args: string[]) => {
    printed = '';
    const print = (text: string) => {
      printed += text;
    };
    return storageProgram(args, { out: print, err: print, pause: async () => void (await meanwhile()) });
  };

  /** Added jobs, by their queue. */
  const queued = async (queue: string) =>
    (await query<{ data: { data: object } }>('select data from repository_jobs.job where name = $1', [queue])).map(
      ({ data }) => data.data,
    );

  beforeAll(async () => {
    process.env['HEARTH_STORAGE_NAMES'] = NAMES.join(',');
    database = await TestDatabase.make((url) => migrateJobs(url, 'repository', Object.values(jobs), NAMES));
  });
  afterAll(() => database?.drop());

  beforeEach(async () => {
    meanwhile = () => Promise.reject(new Error('nothing is waited for'));
    for (const table of ['repository_problems', 'storage_checks', 'storage_moves', 'repository_copies', 'repositories'])
      await query(`delete from ${table}`);
    await query('delete from storage_owners');
    await database.db.tx(async (tx) => {
      for (const storage of ['one', 'two']) await new StorageOwnersStore().acquire(tx, storage, storage);
    });
    await query('update storage_owners set room_bytes = $1, free_bytes = $1', [1024 * MiB]);
    await query(`insert into repositories (project_id, storage, size_bytes, made_at)
      values (1, 'one', 5242880, now()), (2, 'two', 0, now()), (3, 'two', 0, now())`);
  });

  describe('lists', () => {
    it('each storage with its owner and what is on it', async () => {
      await query(
        `update storage_owners set renewed_at = now() - interval '1 hour', closed_at = now() where storage = 'two'`,
      );
      await query(`insert into repository_copies (project_id, storage, is_standing, wanted, followed, behind_since)
        values (2, 'one', true, 2, 1, now()), (3, 'one', true, 1, 1, null)`);
      await query(`insert into storage_moves (project_id, source, destination) values (3, 'two', 'one')`);
      await query(`insert into storage_checks (storage, repositories, copies) values ('one', 1, 2)`);
      expect(await run('list')).toBe(0);
      const [headings, one, two] = printed.split('\n').map((line) => line.split(/ {2,}/));
      expect(headings).toEqual([
        ...['storage', 'owner', 'state', 'weight', 'repositories', 'size', 'free', 'gits', 'copies', 'behind'],
        ...['read-only', 'moves', 'last check'],
      ]);
      expect(one).toEqual([
        ...['one', 'serves', 'open', '1', '1', '5.0 MiB', '1.0 GiB', '0', '2', '1', '0', '0 out, 1 in'],
        'running: 1 repositories and 2 copies so far',
      ]);
      expect(two).toEqual([
        ...['two', expect.stringMatching(/^silent for 360\d s$/), 'closed', '1', '2', '0 B', '1.0 GiB', '0', '0', '0'],
        ...['1', '1 out, 0 in', '-'],
      ]);
      expect(await run('list', '--json')).toBe(0);
      expect(JSON.parse(printed)).toMatchObject([
        { storage: 'one', behind: 1, bytes: 5 * MiB, check: { repositories: 1, finishedAt: null } },
        { storage: 'two', repositories: 2, readOnly: 1, isClosed: true, check: null },
      ]);
    });
  });

  describe('sets', () => {
    it('maintenance, weight and openness, as the rules for new repositories see them', async () => {
      const state = async () =>
        (
          await new StoragePlacesStore(new Storages({ own: new Map(), names: ['one'], open: ['one'] })).read(
            database.db,
          )
        ).map(({ isInMaintenance, weight, isClosed }) => [...[isInMaintenance, weight, isClosed]])[0];
      expect(await run('maintenance', 'one', 'on')).toBe(0);
      expect(await run('weight', 'one', '2.5')).toBe(0);
      expect(await run('drain', 'one', '--no-wait')).toBe(0);
      expect(await state()).toEqual([true, 2.5, true]);
      expect(await run('maintenance', 'one', 'off')).toBe(0);
      expect(await run('open', 'one')).toBe(0);
      expect(await state()).toEqual([false, 2.5, false]);
    });

    it('nothing on a storage that there is not, or that was never served', async () => {
      for (const args of [['open'], ['maintenance', 'on'], ['weight', '2'], ['drain']])
        expect(await run(args[0]!, 'nowhere', ...args.slice(1))).toBe(1);
      expect(await run('open', 'three')).toBe(1);
      expect(printed).toBe(
        'There is no storage three, or it was never served: start the process that owns it, or name one of one, two.\n',
      );
    });

    it('accepted losses, where a storage is not served', async () => {
      await query(`update storage_owners set renewed_at = now() - interval '1 hour' where storage = 'two'`);
      expect(await run('accept-loss', 'two')).toBe(0);
      expect(await new StorageOwnersStore().endedLease(database.db, 'two', 1000)).toEqual({ acceptsLoss: true });
      expect(await run('accept-loss', 'one')).toBe(1);
      expect(await run('accept-loss', 'three')).toBe(1);
      expect(printed).toMatch(/^three is served, or no storage/);
    });
  });

  describe('empties', () => {
    it('a storage, and waits until nothing is left', async () => {
      const steps = [
        `update repositories set storage = 'one' where project_id = 2`,
        `update repositories set storage = 'one' where project_id = 3`,
        'delete from repository_copies',
      ];
      await query(`insert into repository_copies (project_id, storage) values (2, 'two')`);
      meanwhile = () => query(steps.shift()!);
      expect(await run('drain', 'two')).toBe(0);
      expect(printed).toMatch(/^two takes nothing new. Its repositories and copies go to one\.\n2 repositories /);
      expect(printed).toMatch(/\ntwo is empty\.\n$/);
      expect(await queued('drain-storage')).toContainEqual({ source: 'two', destinations: ['one'] });
      for (const name of ['one', 'two']) expect(await queued(`place-copies/${name}`)).toEqual([{ storage: name }]);
    });

    it('none whose repositories do not move, or whose owner is silent', async () => {
      meanwhile = () => Promise.resolve();
      expect(await run('drain', 'two')).toBe(1);
      expect(printed).toMatch(/\n2 repositories of two could not be moved: the logs/);
      meanwhile = () => query(`update storage_owners set renewed_at = now() - interval '1 hour' where storage = 'two'`);
      expect(await run('drain', 'two')).toBe(1);
      expect(printed).toMatch(/\nThe owner of two is silent: start it, and run this again\.\n$/);
    });

    it('never the last open one', async () => {
      await query(`update storage_owners set closed_at = now() where storage <> 'two'`);
      expect(await run('drain', 'two')).toBe(1);
      expect(printed).toMatch(/^No other storage is open/);
    });
  });

  describe('moves', () => {
    const end = (state: string) => async () => {
      await query(`update storage_moves set state = $1 where state = 'scheduled'`, [state]);
    };

    it('the repository of a project, with a record in the audit trail', async () => {
      meanwhile = end('finished');
      expect(await run('move', '1', 'two')).toBe(0);
      expect(printed).toMatch(/The repository is on two\.\n$/);
      const records = await query<{ data: object }>(
        `select data from outbox where data ->> 'kind' = 'repository.move_requested'`,
      );
      expect(records.at(-1)!.data).toMatchObject({
        ...{ actorId: null, subject: { type: 'project', id: 1 } },
        details: { source: 'one', destination: 'two', command: 'storage move' },
      });
      meanwhile = end('failed');
      expect(await run('move', '2', 'one')).toBe(1);
      expect(printed).toMatch(/The move has failed, and the repository stays on two/);
    });

    it('those of many projects, a few at a time, without those that are there', async () => {
      let most = 0;
      meanwhile = async () => {
        const [row] = await query<{ n: number }>(`select count(*) as n from storage_moves where state = 'scheduled'`);
        most = Math.max(most, row!.n);
        await query(`with ended as (update storage_moves set state = 'finished' where state = 'scheduled' returning *)
          update repositories set storage = ended.destination from ended where repositories.project_id = ended.project_id`);
      };
      const all = ['move-all', 'one', '1,2,3,99', '--at-once', '1'];
      expect(await run(...all, '--dry-run')).toBe(0);
      expect(printed).toMatch(/^project  size  from  to\n2 +0 B   two   one\n3 +0 B   two   one\n$/);
      expect(await run(...all)).toBe(0);
      expect(printed).toMatch(/^1 of 2: project 2 \(0 B\), two to one\n2 of 2: .*\n2 repositories were moved\.\n$/);
      expect(most).toBe(1);
      expect(await run(...all)).toBe(0);
      expect(printed).toBe('All 4 repositories are on one.\n');
      meanwhile = end('failed');
      expect(await run('move-all', 'two', '2')).toBe(1);
      expect(printed).toMatch(/1 moves have failed/);
    });

    it('none that is there already, or is no repository, or is being moved', async () => {
      expect(await run('move', '1', 'one')).toBe(1);
      expect(await run('move', '99', 'one')).toBe(1);
      expect(printed).toMatch(/^The project 99 has no repository/);
      expect(await run('move', '1', 'two', '--no-wait')).toBe(0);
      expect(await run('move', '1', 'two')).toBe(1);
      expect(printed).toMatch(/^A move of project 1 is under way/);
    });
  });

  describe('balances', () => {
    /** Ten repositories of 10 MiB each are on `one`. */
    beforeEach(() =>
      query(`insert into repositories (project_id, storage, size_bytes, made_at)
        select n, 'one', 10485760, now() from generate_series(11, 20) n`),
    );
    const onEach = async () =>
      (
        await query<{ n: number }>(
          `select count(*) as n from repositories where size_bytes > 1000000 group by storage order by storage`,
        )
      ).map(({ n }) => n);

    it('by a plan that can be read before', async () => {
      expect(await run('balance', '--dry-run', '--json')).toBe(0);
      expect(JSON.parse(printed)).toHaveLength(5);
      expect(await run('balance', '--dry-run')).toBe(0);
      expect(printed).toMatch(/^project  size +from  to\n\d+ +10\.0 MiB  one   two\n/);
      expect(await query('select from storage_moves')).toEqual([]);
    });

    it('a few at a time, and is even then', async () => {
      let most = 0;
      meanwhile = async () => {
        const underWay = await query(`select from storage_moves where state = 'scheduled'`);
        most = Math.max(most, underWay.length);
        await query(`with ended as (update storage_moves set state = 'finished' where state = 'scheduled' returning *)
          update repositories set storage = ended.destination from ended where repositories.project_id = ended.project_id`);
      };
      expect(await run('balance', '--at-once', '2', '--pause', '0')).toBe(0);
      expect(printed).toMatch(/\n5 repositories were moved\.\n$/);
      expect(most).toBeLessThanOrEqual(2);
      expect(await onEach()).toEqual([6, 5]);
      expect(await run('balance')).toBe(0);
      expect(printed).toMatch(/^The storages are evenly used/);
    });

    it('not again what is being moved', async () => {
      await query(`insert into storage_moves (project_id, source, destination)
        select n, 'one', 'two' from generate_series(11, 15) n`);
      expect(await run('balance')).toBe(0);
      expect(printed).toMatch(/^The storages are evenly used/);
    });
  });

  describe('checks', () => {
    it('through the owners of the storages, and reports what they have found', async () => {
      meanwhile = async () => {
        await query(`insert into repository_problems (storage, project_id, kind, detail) values
          ('one', 1, 'damaged', 'missing blob'), ('one', 2, 'remade', 'other refs') on conflict do nothing`);
        await query('update storage_checks set finished_at = now()');
      };
      expect(await run('check', 'one')).toBe(1);
      expect(printed).toMatch(
        /one: running: 0 repositories and 0 copies so far\none: .* 1 damaged, 0 copies made anew\n/,
      );
      expect(printed).toMatch(
        /\n1 +one +damaged +missing blob\n2 +one +remade +other refs\nA damaged repository is never/,
      );
      expect(await queued('check-storage/one')).toEqual([{ storage: 'one' }]);
      await query('delete from repository_problems');
      meanwhile = () => query('update storage_checks set finished_at = now()');
      expect(await run('check', '--json')).toBe(0);
      expect(JSON.parse(printed)).toEqual([]);
      expect(await run('check', '--no-wait')).toBe(0);
    });
  });

  it('knows nothing else', async () => {
    const wrong = ['', 'drop', 'accept-loss', 'drain', 'maintenance one', 'maintenance one maybe', 'weight one 0'];
    for (const line of [...wrong, 'move x one', 'move-all one 1,x', 'list one', 'balance --at-once 0', 'check a b'])
      expect(await run(...line.split(' ').filter((word) => word !== ''))).toBe(2);
    expect(printed).toMatch(/^The commands are list, drain STORAGE/);
  });
});
