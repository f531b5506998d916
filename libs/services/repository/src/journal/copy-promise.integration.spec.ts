import type { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { CopiesStore } from '../copies/copies.store.js';
import { NoCopyReachable } from '../refusals.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { CopySettings } from '../storages/copy-settings.js';
import { StorageOwnersStore } from '../storages/storage-owners.store.js';
import { TestDatabase } from '../testing/test-database.js';
import { CopyPromise } from './copy-promise.js';

const SEQUENCE = 7;

describe('the promise that a copy has a change', () => {
  let database: TestDatabase;
  let projectId: ProjectId;
  let projects = 0;
  const copies = new CopiesStore();

  /** @param followed storages whose process answers and has followed; the others do not answer */
  function promise(settings: CopySettings, followed: readonly string[]): CopyPromise {
    const calls = {
      command: async (_contract: unknown, { storage, sequence }: { storage: string; sequence: number }) => {
        if (!followed.includes(storage)) throw new Error('away');
        await database.db.tx((tx) => copies.noteFollowed(tx, projectId, storage, sequence));
      },
    } as unknown as Calls;
    return new CopyPromise(database.db, copies, settings, calls);
  }

  const required = (of: CopyPromise) =>
    database.db.tx((tx) => of.require(tx, projectId)).catch((error: unknown) => error);
  const kept = (of: CopyPromise) => of.keep(projectId, SEQUENCE);
  const silence = (storage: string) =>
    database.db.query(`update storage_owners set renewed_at = now() - interval '1 minute' where storage = $1`, [
      storage,
    ]);

  beforeAll(async () => {
    database = await TestDatabase.make();
  });
  beforeEach(async () => {
    projectId = ++projects as ProjectId;
    await database.db.tx(async (tx) => {
      await new RepositoriesStore().place(tx, projectId, 'one');
      for (const storage of ['one', 'two', 'three']) await new StorageOwnersStore().acquire(tx, storage, storage);
      for (const storage of ['two', 'three']) await copies.stand(tx, projectId, storage);
    });
  });
  afterAll(() => database?.drop());

  it('is kept by the first copy that has it', async () => {
    const settings = new CopySettings(2, 'copy');
    expect(await required(promise(settings, ['three']))).toBeUndefined();
    expect(await kept(promise(settings, ['three']))).toBe(true);
  });

  it('is broken when no copy follows', async () => {
    const settings = new CopySettings(2, 'copy');
    expect(await kept(promise(settings, []))).toBe(false);
  });

  it('is not given while no storage with a copy is served', async () => {
    for (const storage of ['two', 'three']) await silence(storage);
    const refusing = promise(new CopySettings(2, 'copy', 'refuse'), []);
    expect(NoCopyReachable.is(await required(refusing))).toBe(true);
    expect(await kept(refusing)).toBe(false);
    const accepting = promise(new CopySettings(2, 'copy', 'accept'), []);
    expect([await required(accepting), await kept(accepting)]).toEqual([undefined, true]);
  });

  it('is not given for a repository that is on one storage by the will of an admin', async () => {
    for (const storage of ['two', 'three']) await database.db.tx((tx) => copies.remove(tx, projectId, storage));
    await database.db.tx((tx) => new RepositoriesStore().wantCopies(tx, projectId, 1));
    const alone = promise(new CopySettings(2, 'copy'), []);
    expect([await required(alone), await kept(alone)]).toEqual([undefined, true]);
  });

  it('is not asked for by default', async () => {
    const settings = new CopySettings(2);
    expect([await required(promise(settings, [])), await kept(promise(settings, []))]).toEqual([undefined, true]);
  });

  it('cannot be asked for without copies', () => {
    process.env['HEARTH_ACKNOWLEDGE'] = 'copy';
    try {
      expect(() => CopySettings.fromEnvironment()).toThrow('HEARTH_COPIES of at least 2');
    } finally {
      delete process.env['HEARTH_ACKNOWLEDGE'];
    }
  });
});
