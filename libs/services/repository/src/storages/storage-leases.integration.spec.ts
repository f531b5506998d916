import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProjectId } from '@hearth/contract-kit';
import { makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { CopiesStore } from '../copies/copies.store.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { TestDatabase } from '../testing/test-database.js';
import { StorageLost } from '../refusals.js';
import { FreeSpace } from './free-space.js';
import { storageGauges } from './storage-gauges.js';
import { StorageLoad } from './storage-load.js';
import { StorageLeases } from './storage-leases.js';
import { StoragePlacesStore } from './storage-places.store.js';
import { StorageOwnersStore } from './storage-owners.store.js';
import { Storages } from './storages.js';

describe('the lease of a storage', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  const copies = new CopiesStore();
  const repositories = new RepositoriesStore();
  const place = (name: string) => path.join(folder.path, name);

  /** A process that owns the storage, as it starts. */
  async function start(storages = owned()): Promise<StorageLeases> {
    const leases = new StorageLeases(
      ...([database.db, new StorageOwnersStore(), copies, storages, new FreeSpace(), new StorageLoad()] as const),
    );
    await leases.renew();
    return leases;
  }

  const owned = () =>
    new Storages({
      own: new Map([['one', place('one')]]),
      names: ['one', 'two'],
      open: ['one', 'two'],
    });

  const pathIn = (storages: Storages): unknown => {
    try {
      return storages.pathOf('one', 1);
    } catch (error) {
      return error;
    }
  };

  const isRenewedBy = async (leases: StorageLeases) => {
    await database.db.query(`update storage_owners set renewed_at = now() - interval '1 minute'`);
    await leases.renew();
    const rows = await database.db.query(
      `select 1 from storage_owners where renewed_at > now() - interval '30 seconds'`,
    );
    return rows.length > 0;
  };

  /** A repository that was made on a storage. */
  const repositoryOn = (projectId: number, storage: string) =>
    database.db.tx(async (tx) => {
      await repositories.place(tx, projectId as ProjectId, storage);
      await repositories.markMade(tx, projectId as ProjectId);
    });

  beforeEach(async () => {
    database = await TestDatabase.make();
    folder = await makeTemporaryFolder('leases');
  });
  afterEach(async () => {
    await database?.drop();
    await folder?.remove();
  });

  it('is acquired at each start, and renewed by the newest process only', async () => {
    const first = await start();
    expect(first.epochOf('one')).toBe(1);
    expect(await isRenewedBy(first)).toBe(true);
    const marker = await readFile(place('one/@storage'), 'utf8');
    const second = await start();
    expect(second.epochOf('one')).toBe(2);
    expect(await readFile(place('one/@storage'), 'utf8')).toBe(marker);
    expect(await isRenewedBy(first)).toBe(false);
    expect(await isRenewedBy(second)).toBe(true);
  });

  it('has what its owner measures, and what admins set', async () => {
    const storages = owned();
    const leases = await start(storages);
    const [place] = await new StoragePlacesStore(storages).read(database.db);
    expect(place).toMatchObject({ isServed: true, isClosed: false, gits: 0, weight: 1 });
    const room = async () =>
      (await database.db.query('select room_bytes as room, free_bytes as free from storage_owners'))[0];
    const stored = await room();
    expect(stored).toEqual({ room: place!.roomBytes, free: expect.any(Number) });
    const { values } = await storageGauges.free.get();
    expect(values).toContainEqual({ labels: { storage: 'one' }, value: stored!.free });
    const path = storages.pathOf('one', 1);
    expect(storages.isInMaintenance(path)).toBe(false);
    for (const isOn of [true, false]) {
      await database.db.tx((tx) => new StorageOwnersStore().setMaintenance(tx, 'one', isOn));
      await leases.renew();
      expect(storages.isInMaintenance(path)).toBe(isOn);
    }
  });

  it('is renewed while the folder of another storage of the process cannot be read', async () => {
    const own = new Map(['one', 'two'].map((name) => [name, place(name)]));
    const leases = await start(new Storages({ own, names: ['one', 'two'], open: ['one', 'two'] }));
    await rm(place('one'), { recursive: true });
    await writeFile(place('one'), 'no folder');
    await database.db.query(`update storage_owners set renewed_at = now() - interval '1 minute'`);
    await expect(leases.renew()).rejects.toThrow('ENOTDIR');
    const renewed = `select storage from storage_owners where renewed_at > now() - interval '30 seconds'`;
    expect(await database.db.query(renewed)).toEqual([{ storage: 'two' }]);
  });

  it('ends while the files are gone, and goes on when they are back', async () => {
    const storages = owned();
    const leases = await start(storages);
    await repositoryOn(1, 'one');
    await rename(place('one'), place('away'));
    expect(await isRenewedBy(leases)).toBe(false);
    expect(leases.epochOf('one')).toBeUndefined();
    expect(StorageLost.is(pathIn(storages))).toBe(true);
    expect((await start()).epochOf('one')).toBeUndefined();
    await rename(place('away'), place('one'));
    expect(await isRenewedBy(leases)).toBe(true);
    expect(leases.epochOf('one')).toBe(2);
    expect(pathIn(storages)).toContain(place('one'));
  });

  it('of an empty storage is acquired once its repositories are elsewhere, and its copies begin again', async () => {
    await start();
    await repositoryOn(1, 'one');
    await repositoryOn(2, 'two');
    await database.db.tx(async (tx) => {
      await copies.stand(tx, 2 as ProjectId, 'one');
      await copies.noteFollowed(tx, 2 as ProjectId, 'one', 1);
    });
    await rm(place('one'), { recursive: true });
    const leases = await start();
    expect(leases.epochOf('one')).toBeUndefined();
    await database.db.tx((tx) => repositories.moveTo(tx, 1 as ProjectId, 'two'));
    await leases.renew();
    expect(leases.epochOf('one')).toBe(2);
    expect(await copies.hasFollowed(database.db, 2 as ProjectId, 1)).toBe(false);
    expect(await copies.state(database.db, 2 as ProjectId, 'one')).toMatchObject({ behindSeconds: expect.any(Number) });
  });
});
