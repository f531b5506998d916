import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ProjectId } from '@hearth/contract-kit';
import type { Jobs } from '@hearth/jobs';
import { withOrigin } from '@hearth/telemetry';
import { Git as Client } from '@hearth/testing';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RefName } from '../git/refs/ref-name.js';
import { RepackRepositoryJob } from '../jobs.js';
import { FreeSpace } from '../storages/free-space.js';
import type { RepositoryParts } from '../testing/repository-parts.js';
import { TwoOwners } from '../testing/two-owners.js';
import { MaintainRepository } from './maintain-repository.js';
import { MaintenanceLocks } from './write-locks.js';

const PUSHES = 12;
const run = { signal: new AbortController().signal };

describe('repacks of a repository with a copy', () => {
  let owners: TwoOwners;
  let added: object[] = [];
  const jobs = {
    add: (_tx: unknown, job: object, data: object, { startAfterSeconds }: { startAfterSeconds?: number }) => {
      if (job === RepackRepositoryJob) added.push({ ...data, startAfterSeconds });
      return Promise.resolve();
    },
  } as unknown as Jobs;

  const maintainIn = ({ database, repositories, storages, git, repackTurns }: RepositoryParts) =>
    new MaintainRepository(
      ...([database.db, repositories, storages, jobs, new FreeSpace(), new MaintenanceLocks(), repackTurns] as const),
      git,
    );
  /** Runs the job of the owner of the storage. */
  const repack = (projectId: ProjectId, storage: 'one' | 'two', waits: number) =>
    maintainIn(storage === 'one' ? owners.first : owners.second).repack({ projectId, storage, waits }, run);
  const pathOf = (projectId: ProjectId, storage: 'one' | 'two') =>
    (storage === 'one' ? owners.first : owners.second).storages.pathOf(storage, projectId);
  const packs = async (projectId: ProjectId) => {
    const count = async (storage: 'one' | 'two') =>
      Number(/^packs: (\d+)$/m.exec(await new Client(pathOf(projectId, storage)).text('count-objects', '-v'))![1]);
    return [await count('one'), await count('two')];
  };
  const serve = (gits: { one: number; two: number }) =>
    owners.database.db.query(
      `update storage_owners set renewed_at = now(), gits = case storage when 'one' then $1::int else $2::int end`,
      [gits.one, gits.two],
    );

  /** Returns a repository and its copy, both of many packs. */
  async function manyPacks(): Promise<ProjectId> {
    const { repository, commit } = await owners.copied();
    const client = new Client(repository.path);
    let tip = commit;
    for (let index = 0; index < PUSHES; index += 1) {
      const next = await client.text('commit-tree', '-p', tip, '-m', String(index), await client.text('mktree'));
      await owners.first.git.refsWriter.move(repository.path, [
        { ref: 'refs/heads/main' as RefName, from: tip, to: next as ObjectId },
      ]);
      tip = next as ObjectId;
      await client.run(['repack', '--quiet']);
      await new Client(pathOf(repository.projectId, 'two')).run(['fetch', '--quiet', repository.path, 'main']);
      await new Client(pathOf(repository.projectId, 'two')).run(['update-ref', 'refs/heads/main', tip]);
      await new Client(pathOf(repository.projectId, 'two')).run(['repack', '--quiet']);
    }
    return repository.projectId;
  }

  /** Reads the repository in the process of its own storage. @returns the header for gateways */
  async function read(projectId: ProjectId): Promise<unknown> {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const origin = { correlation: 'read', request: { method: 'GET', route: () => undefined, response } };
    await withOrigin(origin, () => owners.first.facts.place(projectId));
    return response.getHeader('x-hearth-repacking');
  }

  beforeAll(async () => {
    owners = await TwoOwners.start();
  });
  beforeEach(() => {
    added = [];
  });
  afterAll(() => owners?.stop());

  it('run on one storage at a time, on the busiest last, which waits for ten minutes', async () => {
    const projectId = await manyPacks();
    await serve({ one: 5, two: 1 });
    await repack(projectId, 'one', 0);
    expect(added).toEqual([{ projectId, storage: 'one', waits: 1, startAfterSeconds: 60 }]);
    const [before] = await packs(projectId);
    expect(before).toBeGreaterThanOrEqual(PUSHES);

    const { upkeep } = owners.second.git;
    const reallyRepack = upkeep.repack.bind(upkeep);
    const repacking = jest.spyOn(upkeep, 'repack').mockImplementation(async (...of) => {
      await repack(projectId, 'one', 10);
      await reallyRepack(...of);
    });
    await repack(projectId, 'two', 0);
    repacking.mockRestore();
    expect(added[1]).toMatchObject({ storage: 'one', waits: 11 });
    expect(await packs(projectId)).toEqual([before, 1]);

    await repack(projectId, 'one', 10);
    expect(await packs(projectId)).toEqual([1, 1]);
    expect(added).toHaveLength(2);
  });

  it('are said to gateways while they run, and are claimed again when their process has died', async () => {
    const projectId = await manyPacks();
    await serve({ one: 0, two: 0 });
    const { upkeep } = owners.first.git;
    let seen: unknown;
    const dying = jest.spyOn(upkeep, 'repack').mockImplementation(async () => {
      seen = await read(projectId);
      await owners.database.db.query(`update repositories set repacking_epoch = 77 where project_id = $1`, [projectId]);
    });
    await repack(projectId, 'one', 0);
    dying.mockRestore();
    expect([seen, await read(projectId)]).toEqual(['true', undefined]);
    await repack(projectId, 'two', 0);
    expect((await packs(projectId))[1]).toBe(1);
  });
});
