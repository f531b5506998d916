import { StorageOwnersStore } from '../storages/storage-owners.store.js';
import { TestDatabase } from '../testing/test-database.js';
import { storageProgram } from './storage-program.js';

describe('the program for storages', () => {
  let database: TestDatabase;
  let printed: string;

  const run = async (...args: string[]) => {
    printed = '';
    const print = (text: string) => {
      printed += text;
    };
    return storageProgram(args, { out: print, err: print });
  };

  beforeAll(async () => {
    database = await TestDatabase.make();
    await database.db.tx(async (tx) => {
      for (const storage of ['one', 'two']) await new StorageOwnersStore().acquire(tx, storage, storage);
    });
    await database.db.query(`update storage_owners set renewed_at = now() - interval '1 hour' where storage = 'two'`);
    await database.db.query(`insert into repositories (project_id, storage) values (1, 'one'), (2, 'two'), (3, 'two')`);
    await database.db.query(
      `insert into repository_copies (project_id, storage, is_standing, behind_since)
       values (2, 'one', true, now()), (3, 'one', true, null)`,
    );
  });
  afterAll(() => database?.drop());

  it('lists each with its owner and what is on it', async () => {
    expect(await run('list')).toBe(0);
    expect(printed).toMatch(
      /^storage  owner +repositories  copies  behind\none +serves +1 +2 +1\ntwo +silent for 360\d s +2 +0 +0\n$/,
    );
    expect(await run('list', '--json')).toBe(0);
    expect(JSON.parse(printed)).toMatchObject([
      { storage: 'one', behind: 1 },
      { storage: 'two', repositories: 2 },
    ]);
  });

  it('accepts losses on a storage that is not served', async () => {
    expect(await run('accept-loss', 'two')).toBe(0);
    expect(await new StorageOwnersStore().endedLease(database.db, 'two', 1000)).toEqual({ acceptsLoss: true });
    expect(await run('accept-loss', 'one')).toBe(1);
    expect(await run('accept-loss', 'three')).toBe(1);
    expect(printed).toMatch(/^three is served, or no storage/);
  });

  it('knows nothing else', async () => {
    for (const args of [[], ['drop'], ['accept-loss']]) expect(await run(...args)).toBe(2);
  });
});
