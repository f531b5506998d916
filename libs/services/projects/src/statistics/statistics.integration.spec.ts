import type { ProjectId } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnArtifactsMeasured } from '../events/ci/on-artifacts-measured.js';
import { OnLfsMeasured } from '../events/on-lfs-measured.js';
import { OnStatisticsMeasured } from '../events/on-statistics-measured.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

describe('statistics', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let own: number;
  let number = 0;
  const ada = user(1, { username: 'ada' });
  const stranger = user(2);

  beforeAll(async () => {
    database = app.testDatabase;
    own = await app.claim(ada);
  });

  const project = () => new Seed(database).project(own, `p${++number}`, 'public');
  const hear = (projectId: ProjectId, sequence: number, commitCount: number, repositorySize: number) =>
    app.database.tx((tx) =>
      app
        .get(OnStatisticsMeasured)
        .handle({ projectId, sequence, commitCount, repositorySize, readme: null }, { tx } as Delivery),
    );
  const read = async (caller: typeof ada | null, path: string) => (await app.request(caller, 'GET', path)).body;

  it('are what the repository was last measured to hold', async () => {
    const id = await project();
    const none = { commit_count: 0, storage_size: 0, repository_size: 0, lfs_objects_size: 0, job_artifacts_size: 0 };
    expect((await read(ada, `/projects/${id}?statistics=true`)).statistics).toEqual(none);
    await hear(id, 1, 3, 5_000_000_000);
    expect((await read(ada, `/projects/${id}?statistics=true`)).statistics).toEqual({
      ...none,
      commit_count: 3,
      storage_size: 5_000_000_000,
      repository_size: 5_000_000_000,
    });
  });

  it('count the artifacts of jobs as ci last measured them', async () => {
    const id = await project();
    await hear(id, 1, 3, 1_000);
    for (const [sequence, artifactsSize] of [
      [1, 500],
      [3, 200],
      [2, 900],
    ] as const)
      await app.database.tx((tx) =>
        app
          .get(OnArtifactsMeasured)
          .handle({ projectId: id as ProjectId, sequence, artifactsSize }, { tx } as Delivery),
      );
    const { statistics } = await read(ada, `/projects/${id}?statistics=true`);
    expect(statistics).toMatchObject({ storage_size: 1_200, repository_size: 1_000, job_artifacts_size: 200 });
  });

  it('count the LFS objects as repository last measured them', async () => {
    const id = await project();
    for (const [sequence, lfsObjectsSize] of [
      [1, 500],
      [3, 200],
      [2, 900],
    ] as const)
      await app.database.tx((tx) =>
        app.get(OnLfsMeasured).handle({ projectId: id as ProjectId, sequence, lfsObjectsSize }, { tx } as Delivery),
      );
    const { statistics } = await read(ada, `/projects/${id}?statistics=true`);
    expect(statistics).toMatchObject({ storage_size: 200, lfs_objects_size: 200 });
  });

  it('end the same whatever is told twice or late', async () => {
    for (const order of [
      [1, 2, 1, 2],
      [2, 1],
      [2, 2, 1],
    ]) {
      const id = await project();
      for (const sequence of order) await hear(id, sequence, sequence * 10, sequence * 100);
      const { statistics } = await read(ada, `/projects/${id}?statistics=true`);
      expect([statistics.commit_count, statistics.repository_size]).toEqual([20, 200]);
    }
  });

  it('have nothing to say of a project that is gone', async () => {
    const id = await project();
    await app.request(ada, 'DELETE', `/projects/${id}`);
    await hear(id, 1, 1, 1);
    expect(await database.query('select id from projects where id = $1', [id])).toEqual([]);
  });

  it('are shown to signed-in users only, on request', async () => {
    const id = await project();
    for (const [caller, query, isPublishedChange] of [
      [ada, '', false],
      [ada, '?statistics=false', false],
      [stranger, '?statistics=true', true],
      [null, '?statistics=true', false],
    ] as const) {
      expect('statistics' in (await read(caller, `/projects/${id}${query}`))).toBe(isPublishedChange);
      for (const list of ['/projects', '/users/ada/projects']) {
        const [row] = await read(caller, `${list}${query}`);
        expect('statistics' in row).toBe(isPublishedChange);
      }
    }
    const [simple] = await read(ada, '/projects?statistics=true&simple=true');
    expect(simple).not.toHaveProperty('statistics');
  });

  it('may not be asked for with something else than true or false', async () => {
    const { status, body } = await app.request(ada, 'GET', `/projects/${await project()}?statistics=some`);
    expect([status, body]).toEqual([400, { error: 'statistics is invalid' }]);
  });
});
