import type { AccessLevel, Principal, ProjectId } from '@hearth/contract-kit';
import { LastPipelinesQuery, NewestPipelinesQuery, RefPipelinesQuery } from '@hearth/ci-contracts';
import { BASE_URL } from '@hearth/testing';
import type { Delivery } from '@hearth/messaging';
import { confirms } from '@hearth/testing';
import { OnProjectDeleted } from '../events/on-project-deleted.js';
import { KeepCommit } from './keep-commit.js';
import { RemoveProject } from '../pipelines/remove-project.js';
import { ReplaceUser } from '../pipelines/replace-user.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { GHOST_ID, type FakeProject } from '../testing/other-services.js';

let number = 0;
/** Returns a commit id that no other spec uses. */
const newSha = () => (++number).toString(16).padStart(40, 'a');

describe('commit statuses', () => {
  const app = CiApp.inBlock();
  let project: FakeProject;
  let id: ProjectId;
  let dev: Principal;
  let sha: string;

  beforeAll(() => {
    project = app.others.addProject({ visibility: 'public' });
    id = project.card.id;
    dev = app.user(10, project, 30);
  });

  beforeEach(() => {
    sha = newSha();
    project.branches.set('main', sha);
  });

  const post = (body: object, { as = dev, commit = sha } = {}) =>
    app.request(as, 'POST', `/projects/${id}/statuses/${commit}`, body);
  const posted = async (...states: string[]) => {
    for (const state of states) expect((await post({ state })).status).toBe(201);
  };
  const list = async (query = '', commit = sha) =>
    (await app.request(dev, 'GET', `/projects/${id}/repository/commits/${commit}/statuses${query}`)).body as {
      id: number;
      name: string;
      status: string;
    }[];
  const pipelines = async (query = '') =>
    (await app.request(dev, 'GET', `/projects/${id}/pipelines?sha=${sha}${query}`)).body as {
      id: number;
      status: string;
    }[];
  const finished = async () =>
    (await app.events()).filter(({ data }) => data['sha'] === sha).map(({ data }) => data['status']);

  describe('POST', () => {
    it('makes a pending status in a new pipeline of the first branch that contains the commit', async () => {
      const { status, body } = await post({ state: 'pending' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        sha,
        ref: 'main',
        status: 'pending',
        name: 'default',
        target_url: null,
        description: null,
        created_at: expect.any(String),
        started_at: null,
        finished_at: null,
        allow_failure: false,
        coverage: null,
        author: expect.objectContaining({ id: 10, username: 'user-10' }),
      });
      expect(await pipelines()).toMatchObject([{ id: expect.any(Number), sha, ref: 'main', status: 'pending' }]);
    });

    it('takes every parameter, and changes what comes with a later report', async () => {
      const first = await post({
        ...{ state: 'running', ref: 'v1', name: 'lint', context: 'ignored', target_url: 'https://ci.example.com/1' },
        ...{ description: 'Lint', coverage: '12.5' },
      });
      expect(first.body).toMatchObject({
        ...{ ref: 'v1', name: 'lint', target_url: 'https://ci.example.com/1', description: 'Lint', coverage: 12.5 },
        ...{ status: 'running', started_at: expect.any(String), finished_at: null },
      });
      const last = await post({ state: 'success', ref: 'v1', context: 'lint', description: 'Linted' });
      expect(last.body).toMatchObject({
        ...{ id: first.body.id, status: 'success', description: 'Linted', coverage: 12.5 },
        ...{
          target_url: 'https://ci.example.com/1',
          started_at: first.body.started_at,
          finished_at: expect.any(String),
        },
      });
    });

    it('finds a commit by a short id and stores the full one', async () => {
      expect((await post({ state: 'success' }, { commit: sha.slice(0, 40) })).body).toMatchObject({
        ...{ sha, status: 'success', started_at: null, finished_at: expect.any(String) },
      });
    });

    const transition = (event: string, from: string) =>
      `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`;

    it.each<[string[], string, string]>([
      [['pending'], 'pending', transition('enqueue', 'pending')],
      [['running'], 'pending', transition('enqueue', 'running')],
      [['running'], 'running', transition('run', 'running')],
    ])('after %j refuses %s', async (before, state, message) => {
      await posted(...before);
      expect(await post({ state })).toEqual({ status: 400, body: { message } });
      expect((await list('?all=true')).map(({ status }) => status)).toEqual(before);
    });

    it.each<[string[], string[], string, number]>([
      [['pending', 'running', 'success'], ['success'], 'success', 1],
      [['running', 'failed'], ['failed'], 'failed', 1],
      [['canceled'], ['canceled'], 'canceled', 1],
      [['pending', 'canceled'], ['canceled'], 'canceled', 1],
      [['failed', 'success'], ['success'], 'success', 2],
      [['success', 'pending'], ['pending'], 'pending', 2],
      [['success', 'running', 'failed', 'pending'], ['pending'], 'pending', 3],
    ])('%j: the list has %j, the pipeline is %s, of %i rows', async (states, listed, status, rows) => {
      await posted(...states);
      expect((await list()).map((each) => each.status)).toEqual(listed);
      expect(await list('?all=true')).toHaveLength(rows);
      expect((await pipelines()).map((each) => each.status)).toEqual([status]);
    });

    it('begins another status for another user, name or ref', async () => {
      const other = app.user(11, project, 40);
      await posted('running');
      const name = await post({ state: 'running', name: 'other' });
      const ref = await post({ state: 'running', ref: 'other' });
      const user = await post({ state: 'running' }, { as: other });
      expect([name, ref, user].map(({ status }) => status)).toEqual([201, 201, 201]);
      // The status of the other user replaces the first one.
      expect((await list()).map((each) => each.id)).toEqual([name, ref, user].map(({ body }) => body.id));
      expect((await pipelines('&sort=asc')).map(({ status }) => status)).toEqual(['running', 'running']);
    });

    it.each<[object, number, object]>([
      [{}, 400, { error: 'state is missing' }],
      [{ state: 'skipped' }, 400, { error: 'state does not have a valid value' }],
      [{ state: 'success', coverage: 'x' }, 400, { error: 'coverage is invalid' }],
      [{ state: 'success', coverage: '1e999' }, 400, { error: 'coverage is invalid' }],
      [{ state: 'success', ref: 'x'.repeat(256) }, 400, { error: 'ref is invalid' }],
      [{ state: 'success', target_url: 'git status' }, 400, { message: { target_url: ['must be a valid URL'] } }],
    ])('%j: %i, and keeps nothing', async (body, status, answer) => {
      expect(await post(body)).toEqual({ status, body: answer });
      expect(await pipelines()).toEqual([]);
    });

    it('goes to the pipeline of the commit that the client names', async () => {
      await post({ state: 'success', ref: 'main' });
      const [first] = await pipelines();
      project.branches.set('topic', sha);
      await post({ state: 'success', ref: 'topic' });
      expect((await post({ state: 'failed', name: 'lint', pipeline_id: first!.id })).status).toBe(201);
      expect(await pipelines()).toMatchObject([{ status: 'success' }, { id: first!.id, status: 'failed' }]);
      const none = { status: 404, body: { message: '404 Pipeline for pipeline_id, sha and ref Not Found' } };
      for (const other of [{ pipeline_id: 999_999 }, { pipeline_id: first!.id, ref: 'topic' }])
        expect(await post({ state: 'success', ...other })).toEqual(none);
    });

    it('answers 404 for an unknown commit, and for one in no branch without a ref', async () => {
      expect(await post({ state: 'success' }, { commit: newSha() })).toEqual({
        status: 404,
        body: { message: '404 Commit Not Found' },
      });
      project.branches.delete('main');
      project.tags.set('v2', sha);
      expect(await post({ state: 'success' })).toEqual({
        status: 404,
        body: { message: '404 References for commit Not Found' },
      });
      await post({ state: 'success', ref: 'v2' });
      const [pipeline] = await pipelines();
      const { body } = await app.request(dev, 'GET', `/projects/${id}/pipelines/${pipeline!.id}`);
      expect(body).toMatchObject({ tag: true, ref: 'v2' });
    });

    it('at the same time, from many, makes one pipeline and one status of each name', async () => {
      const names = ['a', 'b', 'c', 'd', 'e', 'f'];
      const answers = await Promise.all(names.map((name) => post({ state: 'running', name })));
      expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
      expect(await pipelines()).toHaveLength(1);
      const ends = await Promise.all(names.map((name) => post({ state: 'success', name })));
      expect(ends.map(({ status }) => status)).toEqual(names.map(() => 201));
      expect((await pipelines()).map(({ status }) => status)).toEqual(['success']);
      expect(await finished()).toEqual(['success']);
    });

    it('lets one of two equal reports win', async () => {
      const answers = await Promise.all([post({ state: 'pending' }), post({ state: 'pending' })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    });
  });

  it('publishes each end of a pipeline once', async () => {
    await posted('pending', 'running');
    expect(await finished()).toEqual([]);
    await posted('failed');
    expect(await finished()).toEqual(['failed']);
    await post({ state: 'failed', name: 'other' });
    expect(await finished()).toEqual(['failed']);
    await post({ state: 'success', name: 'other' });
    await posted('success');
    expect(await finished()).toEqual(['failed', 'success']);
    const [pipeline] = await pipelines();
    expect((await app.events()).at(-1)).toEqual({
      type: 'ci.pipeline-finished',
      data: { projectId: id, pipelineId: pipeline!.id, ref: 'main', sha, status: 'success' },
    });
  });

  describe('GET', () => {
    it('filters by ref, stage and name, the oldest first', async () => {
      for (const [name, ref] of [
        ['b', 'main'],
        ['a', 'main'],
        ['a', 'other'],
      ])
        await post({ state: 'success', name, ref });
      const names = async (query: string) => (await list(query)).map(({ name }) => name);
      expect(await names('')).toEqual(['b', 'a', 'a']);
      expect(await names('?ref=main')).toEqual(['b', 'a']);
      expect(await names('?name=a')).toEqual(['a', 'a']);
      expect(await names('?name=a&ref=other')).toEqual(['a']);
      expect(await names('?stage=external')).toHaveLength(3);
      expect(await names('?stage=test')).toEqual([]);
    });

    it('is paginated', async () => {
      for (const name of ['a', 'b', 'c']) await post({ state: 'success', name });
      const path = `/projects/${id}/repository/commits/${sha}/statuses?per_page=2&page=2`;
      const { headers, body } = await app.exchange(dev, 'GET', path);
      expect(body.map(({ name }: { name: string }) => name)).toEqual(['c']);
      expect(headers['x-total']).toBe('3');
    });

    it('has the jobs of pipelines, with their addresses', async () => {
      const { jobs } = await makePipeline(app, project, [{ name: 'unit' }], { userId: dev.userId, sha });
      await post({ state: 'success', target_url: 'https://ci.example.com/1' });
      expect(await list()).toMatchObject([
        { id: jobs[0], target_url: `${BASE_URL}/${project.card.fullPath}/-/jobs/${jobs[0]}` },
        { target_url: 'https://ci.example.com/1' },
      ]);
    });

    it('knows a commit by its name, but statuses by full ids only', async () => {
      await posted('success');
      expect(await list('', 'main')).toEqual([]);
      expect(await list('', newSha())).toEqual({ message: '404 Commit Not Found' });
    });

    it('is of commits that the caller may read', async () => {
      await posted('success');
      project.branches.delete('main');
      project.unreachable.add(sha);
      expect(await list()).toMatchObject([{ status: 'success' }]);
      const at = `/projects/${id}/repository/commits/${sha}/statuses`;
      expect((await app.request(app.user(12), 'GET', at)).status).toBe(404);
    });
  });

  it.each<[string, number | null, AccessLevel, Partial<Record<'private' | 'internal' | 'public', [number, number]>>]>([
    ['anonymous', null, 0, { private: [401, 401], internal: [401, 401], public: [401, 401] }],
    ['a stranger', 20, 0, { private: [404, 404], internal: [200, 403], public: [200, 403] }],
    ['a guest', 21, 10, { private: [403, 403], internal: [200, 403], public: [200, 403] }],
    ['a reporter', 22, 20, { private: [200, 403] }],
    ['a developer', 23, 30, { private: [200, 201] }],
    ['a master', 24, 40, { private: [200, 201] }],
  ])('%s may read and post as the matrix says', async (_, userId, level, expected) => {
    for (const [visibility, statuses] of Object.entries(expected)) {
      const other = app.others.addProject({ visibility: visibility as 'private' });
      other.branches.set('main', sha);
      const caller = userId === null ? null : app.user(userId, other, level);
      const at = `/projects/${other.card.id}`;
      const read = await app.request(caller, 'GET', `${at}/repository/commits/${sha}/statuses`);
      const write = await app.request(caller, 'POST', `${at}/statuses/${sha}`, { state: 'success' });
      expect([visibility, read.status, write.status]).toEqual([visibility, ...statuses]);
    }
  });

  it('is nothing without the repository, and needs no jobs', async () => {
    for (const [feature, status] of [
      ['repository', 403],
      ['builds', 201],
    ] as const) {
      const { features } = project.card;
      const other = app.others.addProject({ features: { ...features, [feature]: 'disabled' } });
      other.branches.set('main', sha);
      const answer = await app.request(app.user(30, other, 50), 'POST', `/projects/${other.card.id}/statuses/${sha}`, {
        state: 'success',
      });
      expect([feature, answer.status]).toEqual([feature, status]);
    }
  });

  it('answers other services: last pipelines, newest ones of heads, those of a ref', async () => {
    await posted('success');
    await post({ state: 'running', ref: 'other' });
    const [other, main] = await pipelines();
    const cards = [
      { id: main!.id, projectId: id, sha, ref: 'main', status: 'success' },
      { id: other!.id, projectId: id, sha, ref: 'other', status: 'running' },
    ];
    const unknown = newSha();
    expect(await app.calls.query(LastPipelinesQuery, { projectId: id, shas: [unknown, sha, sha] })).toEqual({
      pipelines: [null, cards[1], cards[1]],
    });
    const heads = [
      { ref: 'main', sha },
      { ref: 'main', sha: unknown },
      { ref: 'other', sha },
    ];
    expect(await app.calls.query(NewestPipelinesQuery, { projectId: id, heads })).toEqual({
      pipelines: [cards[0], null, cards[1]],
    });
    const page = { projectId: id, ref: 'main', shas: [sha, unknown], page: 1, perPage: 20 };
    expect(await app.calls.query(RefPipelinesQuery, page)).toEqual({ pipelines: [cards[0]], total: 1 });
  });

  it('keeps the commit of a new pipeline by a job', async () => {
    await posted('pending', 'running');
    const jobs = await app.testDatabase.query<{ data: { data: { projectId: ProjectId; sha: string } } }>(
      `select data from ci_jobs.job where name = 'keep-commit' and data::text like '%${sha}%'`,
    );
    expect(jobs).toHaveLength(1);
    await app.get(KeepCommit).execute({ projectId: id, sha });
    expect(app.others.kept).toContain(sha);
  });

  it('reassigns statuses of a deleted user to the ghost; with hard_delete to no user', async () => {
    const leaving = [app.user(40, project, 30), app.user(41, project, 30)];
    for (const [index, as] of leaving.entries()) await post({ state: 'running', name: `of ${index}` }, { as });
    await app.get(ReplaceUser).execute({ userId: 40, newUserId: GHOST_ID });
    await app.get(ReplaceUser).execute({ userId: 41, newUserId: null });
    const authors = (await list()) as unknown as { author: { username: string } | null }[];
    expect(authors.map(({ author }) => author?.username ?? null)).toEqual(['ghost', null]);
    const [pipeline] = await pipelines();
    const { body } = await app.request(dev, 'GET', `/projects/${id}/pipelines/${pipeline!.id}`);
    expect(body.user.username).toBe('ghost');
  });

  it('removes what a deleted project had, and takes nothing for it any more', async () => {
    await posted('running');
    const other = app.others.addProject();
    const gone = other.card.id;
    const owner = app.user(50, other, 50);
    other.branches.set('main', sha);
    const at = `/projects/${gone}/statuses/${sha}`;
    expect((await app.request(owner, 'POST', at, { state: 'success' })).status).toBe(201);
    const reaction = app.get(OnProjectDeleted);
    expect(await confirms(app, OnProjectDeleted, { projectId: gone })).toBe(false);
    await app.database.tx((tx) => reaction.handle({ projectId: gone }, { tx } as Delivery));
    // A request that was authorised before.
    expect((await app.request(owner, 'POST', at, { state: 'success' })).status).toBe(404);
    await app.get(RemoveProject).execute({ projectId: gone });
    const left = await app.testDatabase.query<{ count: number }>(
      `select (select count(*) from jobs where project_id = $1)::int + (select count(*) from pipelines where project_id = $1)::int
        + (select count(*) from pipeline_refs where project_id = $1)::int as count`,
      [gone],
    );
    expect(left).toEqual([{ count: 0 }]);
    expect(await pipelines()).toHaveLength(1);
  });
});
