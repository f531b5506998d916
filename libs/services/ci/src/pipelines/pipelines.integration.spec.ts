import type { AccessLevel, Principal } from '@hearth/contract-kit';
import { genericPlanOf, planOf, recording } from '@hearth/data/testing';
import { BASE_URL } from '@hearth/testing';
import type { Delivery } from '@hearth/messaging';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { CiApp } from '../testing/ci-app.js';
import type { FakeProject } from '../testing/other-services.js';
import { AdvancePipeline } from './advance.js';
import type { PipelineFilters } from './pipelines.finder.js';
import { PipelinesFinder } from './pipelines.finder.js';
import { PipelinesStore } from './pipelines.store.js';

const SHAS = ['a', 'b', 'c'].map((letter) => letter.repeat(40));

describe('pipelines', () => {
  const app = CiApp.inBlock();
  let project: FakeProject;
  let ada: Principal;
  let bob: Principal;

  beforeAll(async () => {
    project = app.others.addProject();
    [ada, bob] = [app.user(10, project, 40), app.user(11, project, 30)];
    SHAS.forEach((sha, index) => project.branches.set(`branch-${index}`, sha));
    project.tags.set('v1', SHAS[0]!);
    const reports: [Principal, number, string, string][] = [
      [ada, 0, 'branch-0', 'success'],
      [ada, 1, 'branch-1', 'running'],
      [bob, 2, 'branch-2', 'pending'],
      [bob, 0, 'v1', 'failed'],
      [bob, 1, 'branch-0', 'canceled'],
    ];
    for (const [as, sha, ref, state] of reports) {
      const at = `/projects/${project.card.id}/statuses/${SHAS[sha]}`;
      expect((await app.request(as, 'POST', at, { state, ref, coverage: 50 })).status).toBe(201);
    }
  });

  const list = async (query = '') => {
    const { status, body } = await app.request(bob, 'GET', `/projects/${project.card.id}/pipelines${query}`);
    return status === 200 ? (body as { ref: string; status: string }[]).map(({ status: each }) => each) : body;
  };

  it('know the result of the one of their branch before', async () => {
    const { id: projectId } = project.card;
    const rows = await app.testDatabase.query<{ id: number; ref: string; tag: boolean; status: string }>(
      'select id, ref, tag, status from pipelines where project_id = $1 order by id',
      [projectId],
    );
    const result = (ref: string, tag: boolean, id: number) =>
      app.get(PipelinesFinder).previousResult(app.database, { projectId, ref, tag, id });
    const canceled = rows.find(({ status }) => status === 'canceled')!;
    expect(await result('branch-0', false, Number(canceled.id))).toBe('success');
    expect(await result('branch-0', false, Number(canceled.id) + 1)).toBe('success');
    expect(await result('branch-0', true, Number(canceled.id))).toBeNull();
    expect(await result('branch-1', false, Number(canceled.id))).toBeNull();
    expect(await result('v1', true, Number(canceled.id))).toBe('failed');
  });

  it.each<[string, string[]]>([
    ['', ['canceled', 'failed', 'pending', 'running', 'success']],
    ['?sort=asc', ['success', 'running', 'pending', 'failed', 'canceled']],
    ['?scope=running', ['running']],
    ['?scope=pending', ['pending']],
    ['?scope=finished', ['canceled', 'failed', 'success']],
    ['?scope=finished&status=failed', ['failed']],
    ['?scope=finished&status=running', []],
    ['?scope=branches', ['canceled', 'pending', 'running']],
    ['?scope=tags', ['failed']],
    ['?status=failed', ['failed']],
    ['?ref=branch-0', ['canceled', 'success']],
    [`?sha=${SHAS[0]}`, ['failed', 'success']],
    ['?yaml_errors=true', []],
    ['?yaml_errors=false&ref=v1', ['failed']],
    ['?username=user-10', ['running', 'success']],
    ['?name=User%2011', ['canceled', 'failed', 'pending']],
    ['?username=nobody', []],
    ['?order_by=status&sort=asc', ['canceled', 'failed', 'pending', 'running', 'success']],
    ['?order_by=user_id&sort=asc', ['success', 'running', 'pending', 'failed', 'canceled']],
    ['?source=external', ['canceled', 'failed', 'pending', 'running', 'success']],
    ['?source=push', []],
    ['?updated_after=2018-01-01T00:00:00Z', ['canceled', 'failed', 'pending', 'running', 'success']],
    ['?updated_before=2018-01-01T00:00:00Z', []],
    ['?created_before=2018-01-01T00:00:00Z', []],
    ['?created_after=2018-01-01T00:00:00Z&ref=v1', ['failed']],
    ['?order_by=updated_at&sort=asc', ['success', 'running', 'pending', 'failed', 'canceled']],
    ['?order_by=ref', ['failed', 'pending', 'running', 'canceled', 'success']],
    ['?per_page=2&page=2', ['pending', 'running']],
  ])('GET …/pipelines%s: %j', async (query, expected) => expect(await list(query)).toEqual(expected));

  it.each<[string, string]>([
    ['?scope=all', 'scope does not have a valid value'],
    ['?status=good', 'status does not have a valid value'],
    ['?order_by=sha', 'order_by does not have a valid value'],
    ['?source=chat', 'source does not have a valid value'],
    ['?updated_after=x', 'updated_after is invalid'],
    ['?sort=up', 'sort does not have a valid value'],
    ['?yaml_errors=x', 'yaml_errors is invalid'],
  ])('refuses %s', async (query, error) => expect(await list(query)).toEqual({ error }));

  it('leaves branches and tags out that are gone, and takes those that came back', async () => {
    const reaction = app.get(OnRefUpdated);
    const moved = (ref: string, oldId: string | null, newId: string | null) =>
      app.database.tx((tx) =>
        reaction.handle(
          {
            ...{ projectId: project.card.id, sequence: 1, pushId: '', via: 'http', ref, oldId, newId },
            ...{ userId: null, defaultBranch: null, occurredAt: '2018-01-01T00:00:00.000Z' },
          },
          { tx } as Delivery,
        ),
      );
    await moved('refs/heads/branch-1', SHAS[1]!, null);
    await moved('refs/tags/v1', SHAS[0]!, null);
    await moved('refs/heads/branch-2', SHAS[2]!, SHAS[0]!);
    expect([await list('?scope=branches'), await list('?scope=tags')]).toEqual([['canceled', 'pending'], []]);
    await moved('refs/heads/branch-1', null, SHAS[1]!);
    expect(await list('?scope=branches')).toEqual(['canceled', 'pending', 'running']);
  });

  it('prints one with its starter, times and coverage', async () => {
    const at = `/projects/${project.card.id}/pipelines`;
    const { body: listed } = await app.request(ada, 'GET', `${at}?scope=running`);
    const { status, body } = await app.request(ada, 'GET', `${at}/${listed[0].id}`);
    expect(listed[0].web_url).toBe(body.web_url);
    expect([status, body]).toEqual([
      200,
      {
        ...{ iid: 2, name: null, project_id: project.card.id, source: 'external', queued_duration: null },
        ...{ id: listed[0].id, sha: SHAS[1], ref: 'branch-1', status: 'running', tag: false },
        ...{ before_sha: '0'.repeat(40), yaml_errors: null, user: expect.objectContaining({ id: 10 }) },
        ...{ created_at: expect.any(String), updated_at: expect.any(String), started_at: expect.any(String) },
        ...{ finished_at: null, committed_at: null, duration: null, coverage: '50.00' },
        web_url: `${BASE_URL}/${project.card.fullPath}/-/pipelines/${listed[0].id}`,
      },
    ]);
    for (const id of ['0', '99999999999999999999'])
      expect(await app.request(ada, 'GET', `${at}/${id}`)).toEqual({ status: 404, body: { message: '404 Not found' } });
    expect((await app.request(ada, 'GET', `${at}/x`)).body).toEqual({ error: 'pipeline_id is invalid' });
    const other = app.others.addProject();
    const foreign = app.user(12, other, 50);
    expect((await app.request(foreign, 'GET', `/projects/${other.card.id}/pipelines/${listed[0].id}`)).status).toBe(
      404,
    );
  });

  it('counts the time in which jobs ran once, whatever runs side by side', async () => {
    const { id: projectId } = project.card;
    const [ref, sha] = ['branch-2', SHAS[2]!];
    for (const name of ['a', 'b', 'c'])
      await app.request(ada, 'POST', `/projects/${projectId}/statuses/${sha}`, { state: 'running', ref, name });
    const periods = { default: [0, 0], a: [0, 10], b: [5, 20], c: [30, 40] };
    for (const [name, [from, to]] of Object.entries(periods))
      await app.testDatabase.query(
        `update jobs set status = 'success', started_at = now() + make_interval(secs => $2),
           finished_at = now() + make_interval(secs => $3) where name = $1 and sha = $4`,
        [name, from, to, sha],
      );
    const pipeline = await app.database.tx(async (tx) => {
      const locked = await app.get(PipelinesStore).lockNewest(tx, projectId, ref, sha);
      await app.get(AdvancePipeline).within(tx, locked!);
      return app.get(PipelinesStore).find(tx, projectId, locked!.id);
    });
    expect(pipeline).toMatchObject({ status: 'success', duration: 30 });
  });

  it.each<[string, number | null, AccessLevel, number, number]>([
    ['anonymous', null, 0, 401, 401],
    ['a stranger', 20, 0, 200, 403],
    ['a guest', 21, 10, 200, 403],
    ['a reporter', 22, 20, 200, 200],
  ])('%s reads with public jobs %i, else %i', async (_, userId, level, ...expected) => {
    const statuses = [];
    for (const publicJobs of [true, false]) {
      const other = app.others.addProject({ visibility: 'public', publicJobs });
      const caller = userId === null ? null : app.user(userId, other, level);
      statuses.push((await app.request(caller, 'GET', `/projects/${other.card.id}/pipelines`)).status);
    }
    expect(statuses).toEqual(expected);
  });

  it('answers 403 where jobs are disabled, or private for others than members', async () => {
    for (const [builds, level, status] of [
      ['disabled', 50, 403],
      ['private', 10, 200],
      ['private', 0, 403],
    ] as const) {
      const { features } = project.card;
      const other = app.others.addProject({ visibility: 'public', features: { ...features, builds } });
      const caller = app.user(30, other, level);
      expect((await app.request(caller, 'GET', `/projects/${other.card.id}/pipelines`)).status).toBe(status);
    }
  });

  it('reads by indexes, whatever the filter', async () => {
    await app.testDatabase.query(
      `
      insert into pipelines (iid, project_id, ref, tag, sha, source, status, user_id)
      select 1000 + n, $1, 'branch-' || n % 1000, false, md5((n % 5000)::text) || '00000000', 'external',
        (array['success', 'failed', 'running'])[1 + n % 3], n % 50 from generate_series(1, 20000) n`,
      [project.card.id],
    );
    await app.testDatabase.query('vacuum analyze pipelines');
    const order = { orderBy: 'id', sort: 'desc' } as const;
    const lists: PipelineFilters[] = [
      order,
      { ...order, ref: 'branch-7' },
      { ...order, sha: SHAS[0]! },
      { ...order, statuses: ['canceled'] },
      { ...order, userIds: [999] },
      { ...order, orderBy: 'ref' },
      { ...order, orderBy: 'status', sort: 'asc' },
      { ...order, orderBy: 'user_id' },
      { ...order, lastOf: 'tags' },
      { ...order, source: 'push' },
      { ...order, scheduleId: 1 },
      { ...order, updatedAfter: new Date(Date.now() + 60_000) },
      { ...order, orderBy: 'updated_at' },
    ];
    for (const filters of lists) {
      const db = recording(app.database);
      await app.get(PipelinesFinder).page(db, project.card.id, filters, { page: 1, perPage: 20 });
      const plan = await planOf(app.testDatabase, db.statements[0]!);
      expect([filters, plan.scanned.filter((table) => table === 'pipelines'), plan.rowsRead < 500]).toEqual([
        filters,
        [],
        true,
      ]);
    }
    const db = recording(app.database);
    const before = { projectId: project.card.id, ref: 'branch-7', id: 1_000_000, tag: false };
    await app.get(PipelinesFinder).previousResult(db, before);
    await app.get(PipelinesStore).last(db, project.card.id, SHAS);
    await app.get(PipelinesStore).newest(db, [{ projectId: project.card.id, ref: 'v1', sha: SHAS[0]! }]);
    for (const statement of db.statements)
      expect((await genericPlanOf(app.testDatabase, statement)).scanned).not.toContain('pipelines');
  });
});
