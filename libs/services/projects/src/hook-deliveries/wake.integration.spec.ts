import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { startJobs } from '@hearth/jobs';
import { waitFor } from '@hearth/testing';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { QueueDeliveries } from './queue.js';

describe('the jobs that send deliveries', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1, { username: 'ada' });
  let seed: Seed;
  let namespace: number;
  let number = 0;
  let server: Server;
  let status = 200;
  let received = 0;
  let jobs: ReturnType<typeof startJobs>;
  const before = process.env['HEARTH_HOOKS_TO_PRIVATE'];

  beforeAll(async () => {
    process.env['HEARTH_HOOKS_TO_PRIVATE'] = '1';
    namespace = await app.claim(owner);
    seed = new Seed(app.testDatabase);
    server = createServer((_, response) => {
      received += 1;
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    server.close();
    if (before === undefined) delete process.env['HEARTH_HOOKS_TO_PRIVATE'];
    else process.env['HEARTH_HOOKS_TO_PRIVATE'] = before;
  });

  beforeEach(() => {
    received = 0;
    status = 200;
  });
  afterEach(() => jobs.stop());

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  async function hookOf(): Promise<{ projectId: ProjectId; id: number }> {
    const projectId = await seed.project(namespace, `d${++number}`, 'private');
    const made = await app.request(owner, 'POST', `/projects/${projectId}/hooks`, { url: url() });
    return { projectId, id: (made.body as { id: number }).id };
  }
  /** Stores a delivery of a push, and adds its job. */
  function store(tx: Tx, projectId: ProjectId): Promise<void> {
    const moved = { ref: 'refs/heads/main', oldId: 'a'.repeat(40), newId: 'b'.repeat(40), defaultBranch: 'main' };
    const made = {
      sequence: 1,
      pushId: 'p',
      via: 'http' as const,
      userId: owner.userId,
      occurredAt: '2018-02-01T10:00:00Z',
    };
    return app.get(QueueDeliveries).forPush(tx, { projectId, ...moved, ...made });
  }
  const states = async (id: number) =>
    (
      await app.testDatabase.query<{ state: string; attempts: number }>(
        'select state, attempts from hook_deliveries where hook_id = $1 order by id',
        [id],
      )
    ).map(({ state, attempts }) => [state, attempts]);

  it('send a delivery whose transaction outlasts the run of the job that waited when it was stored', async () => {
    const { projectId, id } = await hookOf();
    await app.database.tx((tx) => store(tx, projectId));
    await app.database.tx(async (tx) => {
      await store(tx, projectId);
      jobs = startJobs(app.app);
      await waitFor('the job to finish, or to wait for the transaction', async () => {
        const waiting = await app.testDatabase.query('select 1 from pg_locks where not granted');
        return waiting.length > 0 || (await states(id))[0]?.[0] === 'delivered';
      });
    });
    await waitFor('both deliveries', () => received === 2, { timeoutMs: 15_000 });
    await waitFor('the records', async () => (await states(id)).every(([state]) => state === 'delivered'));
  }, 40_000);

  it('send a delivery again at once when its hook is changed during the wait for a retry', async () => {
    const { projectId, id } = await hookOf();
    // The next attempt would be after 80 seconds.
    await app.testDatabase.query('update hooks set failures = 3 where id = $1', [id]);
    status = 503;
    await app.database.tx((tx) => store(tx, projectId));
    jobs = startJobs(app.app);
    await waitFor('the failure', async () => (await states(id))[0]?.[1] === 1);
    status = 200;
    const changed = await app.request(owner, 'PUT', `/projects/${projectId}/hooks/${id}`, { url: url() });
    expect(changed.status).toBe(200);
    await waitFor('the second attempt', () => received === 2, { timeoutMs: 15_000 });
    await waitFor('the record', async () => (await states(id))[0]?.[0] === 'delivered');
  }, 40_000);
});
