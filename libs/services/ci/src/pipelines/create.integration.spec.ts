import type { Principal, ProjectId } from '@hearth/contract-kit';
import { planOf, recording } from '@hearth/data/testing';
import type { Delivery } from '@hearth/messaging';
import { OnRefUpdated } from '../events/on-ref-updated.js';
import { CreatePushPipeline } from '../push-pipelines/create.js';
import { CiApp } from '../testing/ci-app.js';
import { ReplacedPipelinesStore } from '../replaced-pipelines/replaced-pipelines.store.js';
import { RunnerClient } from '../testing/runner-client.js';
import type { FakeProject } from '../testing/other-services.js';

const SHAS = ['a', 'b', 'c'].map((letter) => letter.repeat(40));
const CONFIG = `
variables: {A: 1}
compile: {stage: build, script: make}
unit: {script: make test, only: [branches]}
ship:
  stage: deploy
  script: ./ship
  environment: {name: "review/$CI_COMMIT_REF_NAME", url: "https://review-$CI_COMMIT_REF_SLUG.example.com"}
  when: manual
`;

describe('pipelines', () => {
  const app = CiApp.inBlock();

  const newProject = (config: string | null = CONFIG, settings = {}) => {
    const project: FakeProject = app.others.addProject(settings);
    const { id } = project.card;
    project.branches.set('main', SHAS[0]!);
    if (config !== null) project.files.set('.gitlab-ci.yml', config);
    const [dev, at] = [app.user(1000 + id, project, 30), `/projects/${id}`];
    const get = async (rest: string) => (await app.request(dev, 'GET', `${at}${rest}`)).body;
    const create = (body: object, as: Principal | null = dev) => app.request(as, 'POST', `${at}/pipeline`, body);
    const push = (changes: object = {}) => ({
      ...{ projectId: id, sequence: 1, ref: 'main', tag: false, oldId: SHAS[1]!, newId: SHAS[0]!, userId: dev.userId },
      pushedAt: new Date().toISOString(),
      ...changes,
    });
    const pushed = async (changes: object = {}, run: { readonly signal: AbortSignal } = new AbortController()) => {
      await app.get(CreatePushPipeline).execute(push(changes), run);
      return get('/pipelines') as Promise<{ id: number; ref: string; status: string }[]>;
    };
    const jobs = async () => {
      const rows = (await get('/jobs?per_page=100')) as { name: string; status: string }[];
      return rows.map(({ name, status }) => `${name} ${status}`).toReversed();
    };
    return { project, id, dev, at, get, create, pushed, jobs };
  };
  const base = (text: string) => ({ status: 400, body: { message: { base: [text] } } });

  describe('of pushes', () => {
    it('have the jobs of the configuration, and begin with the first stage', async () => {
      const { pushed, jobs, get, dev, id } = newProject();
      const [pipeline] = await pushed();
      expect(pipeline).toMatchObject({ ref: 'main', sha: SHAS[0], status: 'pending' });
      expect(await jobs()).toEqual(['compile pending', 'unit created', 'ship created']);
      expect(await get(`/pipelines/${pipeline!.id}`)).toMatchObject({
        ...{ before_sha: SHAS[1], tag: false, yaml_errors: null, user: { id: dev.userId } },
        committed_at: '2017-07-14T02:40:00.000Z',
      });
      expect(await get('/environments')).toMatchObject([{ name: 'review/main', state: 'available' }]);
      const [row] = await app.testDatabase.query<{ variables: { key: string; value: string }[]; environment: object }>(
        `select variables, options -> 'environment' as environment from jobs where project_id = $1 and name = 'ship'`,
        [id],
      );
      // Predefined variables are not stored: they are known when a runner takes the job.
      expect(row!.variables).toEqual([]);
      const [stored] = await app.testDatabase.query<{ variables: object }>(
        'select variables from pipelines where project_id = $1',
        [id],
      );
      expect(stored!.variables).toEqual([{ key: 'A', value: '1', public: true }]);
      expect(row!.environment).toEqual({
        ...{
          name: 'review/main',
          slug: expect.stringMatching(/^review-main-/),
          url: 'https://review-main.example.com',
        },
        ...{ action: 'start', onStop: null },
      });
    });

    it('give their jobs what is predefined once they run', async () => {
      const { pushed, get, jobs, id, dev } = newProject();
      const [pipeline] = await pushed();
      const runner = await RunnerClient.register(app, `project-${id}`);
      for (const name of ['compile', 'unit']) {
        const job = (await runner.take())!;
        const values = Object.fromEntries(job.variables.map(({ key, value }) => [key, value]));
        expect(values).toMatchObject({
          ...{ CI_JOB_NAME: name, CI_PIPELINE_ID: String(pipeline!.id), CI_COMMIT_SHA: SHAS[0], A: '1' },
          ...{ CI_CONFIG_PATH: '.gitlab-ci.yml', CI_BUILD_BEFORE_SHA: SHAS[1], GITLAB_USER_ID: String(dev.userId) },
        });
        expect(values).not.toHaveProperty('CI_ENVIRONMENT_NAME');
        await runner.put(job, { state: 'success' });
      }
      expect(await jobs()).toEqual(['compile success', 'unit success', 'ship manual']);
      const [ship] = (await get('/jobs?scope=manual')) as { id: number }[];
      await app.request(dev, 'POST', `/projects/${id}/jobs/${ship!.id}/play`);
      const { variables } = (await runner.take())!;
      expect(variables.slice(-4)).toMatchObject([
        { key: 'CI_ENVIRONMENT_NAME', value: 'review/main', public: true },
        { key: 'CI_ENVIRONMENT_SLUG', value: expect.stringMatching(/^review-main-/), public: true },
        { key: 'CI_ENVIRONMENT_URL', value: 'https://review-main.example.com', public: true },
        { key: 'CI_ENVIRONMENT_ACTION', value: 'start', public: true },
      ]);
    });

    it('are configured where the project says', async () => {
      const { pushed, create, jobs, project, id } = newProject('a: {script: a, only: [tags]}', {
        ciConfigPath: 'ci/main.yml',
      });
      expect(await create({ ref: 'main' })).toEqual(base('Missing ci/main.yml file'));
      expect(await pushed()).toEqual([]);
      project.files.set('ci/main.yml', 'b: {script: b}');
      expect(await pushed()).toHaveLength(1);
      expect(await jobs()).toEqual(['b pending']);
      // A pipeline keeps the path of its own configuration.
      project.card = { ...project.card, ciConfigPath: null };
      const { variables } = (await (await RunnerClient.register(app, `project-${id}`)).take())!;
      expect(variables).toContainEqual(
        expect.objectContaining({ key: 'CI_CONFIG_PATH', value: 'ci/main.yml', public: true }),
      );
    });

    it('are made once for each change of a ref', async () => {
      const { pushed, project } = newProject();
      expect(await pushed()).toHaveLength(1);
      expect(await pushed()).toHaveLength(1);
      expect(await pushed({ sequence: 2 })).toHaveLength(2);
      project.tags.set('v1', SHAS[0]!);
      const [tagged] = await pushed({ sequence: 3, ref: 'v1', tag: true, newId: SHAS[2] });
      expect(tagged).toMatchObject({ ref: 'v1', sha: SHAS[0] });
    });

    it('fail where the configuration cannot be used', async () => {
      const { pushed, get, jobs, id } = newProject('a: {stage: nowhere, script: a}');
      const [pipeline] = await pushed();
      expect(pipeline).toMatchObject({ status: 'failed' });
      expect(await get(`/pipelines/${pipeline!.id}`)).toMatchObject({
        yaml_errors: 'a job: stage parameter should be build, test, deploy (.gitlab-ci.yml:1)',
      });
      expect(await jobs()).toEqual([]);
      const ended = (await app.events()).filter(({ data }) => data.projectId === id);
      expect(ended).toMatchObject([{ type: 'ci.pipeline-finished', data: { status: 'failed' } }]);
    });

    it('are skipped where the message of the commit says so', async () => {
      const { pushed, jobs, project } = newProject();
      project.messages.set(SHAS[0]!, 'Correct a word [ci skip]');
      expect(await pushed()).toMatchObject([{ status: 'skipped' }]);
      expect(await jobs()).toEqual([]);
    });

    it.each<[string, string | null, object]>([
      ['a configuration', null, {}],
      ['a job for the ref', 'a: {script: a, only: [tags]}', {}],
      ['jobs', CONFIG, { builds: 'disabled' }],
      ['a repository', CONFIG, { repository: 'disabled' }],
    ])('are not made without %s', async (_, config, disabled) => {
      const { pushed, project } = newProject(config);
      project.card = { ...project.card, features: { ...project.card.features, ...disabled } };
      await pushed();
      expect(await app.testDatabase.query('select from pipelines where project_id = $1', [project.card.id])).toEqual(
        [],
      );
    });

    describe('that replace others', () => {
      const [A, B, C] = SHAS as [string, string, string];
      /** Returns pipelines as `a1 pending`: the commit, the push, and the status. */
      const statuses = async (id: number) => {
        const rows = await app.testDatabase.query<{ sha: string; push: string | null; status: string }>(
          `select sha, split_part(origin, ' ', 1) as push, status from pipelines where project_id = $1 order by id`,
          [id],
        );
        return rows.map(({ sha, push, status }) => `${sha[0]}${push ?? ''} ${status}`);
      };
      const commits = (project: FakeProject) => SHAS.forEach((sha) => project.branches.set(`at-${sha[0]}`, sha));
      const begun = () => {
        const made = newProject('a: {script: a}');
        commits(made.project);
        return made;
      };

      it('cancel what waits of older commits of the branch, and leave what runs', async () => {
        const { id, pushed, jobs, project } = begun();
        project.tags.set('main', A);
        await pushed({ sequence: 1, newId: A });
        await pushed({ sequence: 2, ref: 'other', newId: A });
        await pushed({ sequence: 3, tag: true, newId: A });
        await (await RunnerClient.register(app, `project-${id}`)).take();
        await pushed({ sequence: 4, newId: B });
        expect(await statuses(id)).toEqual(['a1 running', 'a2 pending', 'a3 pending', 'b4 pending']);
        await pushed({ sequence: 5, newId: C });
        expect(await statuses(id)).toEqual(['a1 running', 'a2 pending', 'a3 pending', 'b4 canceled', 'c5 pending']);
        expect(await jobs()).toEqual(['a running', 'a pending', 'a pending', 'a canceled', 'a pending']);
        const ends = (await app.events()).filter(({ data }) => data.projectId === id);
        expect(ends).toMatchObject([{ type: 'ci.pipeline-finished', data: { sha: B, status: 'canceled' } }]);
        await pushed({ sequence: 5, newId: C });
        expect((await app.events()).filter(({ data }) => data.projectId === id)).toHaveLength(1);
      });

      it('cancel what runs, while only interruptible jobs have begun', async () => {
        const { id, pushed, project } = newProject(
          'a: {script: a, interruptible: true}\nb: {stage: deploy, script: b}',
        );
        commits(project);
        const runner = await RunnerClient.register(app, `project-${id}`);
        await pushed({ sequence: 1, newId: A });
        await runner.take();
        await pushed({ sequence: 2, newId: B });
        expect(await statuses(id)).toEqual(['a1 canceled', 'b2 pending']);
        await runner.put((await runner.take())!, { state: 'success' });
        await runner.take();
        await pushed({ sequence: 3, newId: C });
        expect(await statuses(id)).toEqual(['a1 canceled', 'b2 running', 'c3 pending']);
      });

      it('are the newer ones, in whatever order they are handled', async () => {
        const { id, pushed } = begun();
        await pushed({ sequence: 3, newId: C });
        await pushed({ sequence: 1, newId: A });
        await pushed({ sequence: 2, newId: B });
        expect(await statuses(id)).toEqual(['c3 pending', 'a1 canceled', 'b2 canceled']);
      });

      it('leave other pipelines of their commit, and cancel those requested before', async () => {
        const { id, pushed, create, project, dev, at } = begun();
        project.branches.set('main', A);
        await create({ ref: 'main' });
        const status = { state: 'pending', ref: 'main' };
        await app.request(dev, 'POST', `${at}/statuses/${C}`, status);
        project.branches.set('main', B);
        await create({ ref: 'main' });
        await pushed({ sequence: 1, newId: B });
        expect(await statuses(id)).toEqual(['a canceled', 'c canceled', 'b pending', 'b1 pending']);
        project.branches.set('main', C);
        await create({ ref: 'main' });
        await pushed({ sequence: 1, newId: B });
        expect((await statuses(id)).at(-1)).toBe('c pending');
      });

      it.each<[string, (project: FakeProject) => unknown, string]>([
        ['that is skipped', ({ messages }) => messages.set(B, '[ci skip]'), 'b2 skipped'],
        ['that has no jobs to run', ({ files }) => files.set('.gitlab-ci.yml', 'a: 1'), 'b2 failed'],
      ])('are not one %s', async (_, change, made) => {
        const { id, pushed, project } = begun();
        await pushed({ sequence: 1, newId: A });
        change(project);
        await pushed({ sequence: 2, newId: B });
        expect(await statuses(id)).toEqual(['a1 pending', made]);
      });

      it('cancel them when they are handled again after the process was stopped', async () => {
        const { id, pushed } = begun();
        await pushed({ sequence: 1, newId: A });
        const stopped = { signal: AbortSignal.abort(new Error('stopped')) };
        await expect(pushed({ sequence: 2, newId: B }, stopped)).rejects.toThrow('stopped');
        expect(await statuses(id)).toEqual(['a1 pending', 'b2 pending']);
        await pushed({ sequence: 2, newId: B });
        expect(await statuses(id)).toEqual(['a1 canceled', 'b2 pending']);
      });

      it('are found by indexes', async () => {
        const { id, pushed } = begun();
        await pushed();
        await app.testDatabase.query(
          `insert into pipelines (iid, project_id, ref, tag, sha, source, status, push_sequence, pushed_at)
           select 1000 + n, $1, 'branch-' || n % 10, false, md5(n::text), 'push', case when n > 19900 then 'pending' else 'success' end, n, now()
           from generate_series(1, 20000) n`,
          [id],
        );
        await app.testDatabase.query('vacuum analyze pipelines');
        const db = recording(app.database);
        const found = await app
          .get(ReplacedPipelinesStore)
          .replaced(db, id as ProjectId, 'branch-7', { after: 0, limit: 100 });
        expect(found).toHaveLength(9);
        const plan = await planOf(app.testDatabase, db.statements[0]!);
        expect([plan.scanned.includes('pipelines'), plan.rowsRead < 500]).toEqual([false, true]);
      });
    });

    it('are asked for by every push that leaves a branch or tag, but not by imports', async () => {
      const { id, dev } = newProject();
      const update = async (ref: string, changes: object = {}) => {
        const event = {
          ...{ projectId: id, sequence: 9, pushId: '', via: 'http' as const, ref, oldId: SHAS[1]!, newId: SHAS[0]! },
          ...{ userId: dev.userId, defaultBranch: null, occurredAt: '2018-01-01T00:00:00.000Z' },
          ...changes,
        };
        await app.database.tx((tx) => app.get(OnRefUpdated).handle(event, { tx } as Delivery));
      };
      await update('refs/heads/main');
      await update('refs/tags/v1', { oldId: null });
      await update('refs/heads/gone', { newId: null });
      await update('refs/heads/imported', { via: 'import' });
      await update('refs/merge-requests/1/head');
      const rows = await app.testDatabase.query<{ push: { ref: string; tag: boolean } }>(
        `select data -> 'data' as push from ci_jobs.job where name = 'create-push-pipeline' and data -> 'data' ->> 'projectId' = $1
         order by created_on, id`,
        [String(id)],
      );
      expect(rows.map(({ push }) => `${push.ref} ${push.tag}`).sort()).toEqual(['main false', 'v1 true']);
    });
  });

  describe('POST /projects/:id/pipeline', () => {
    it('makes one for a branch or tag', async () => {
      const { create, jobs, project, dev } = newProject();
      const { status, body } = await create({ ref: 'main' });
      expect([status, body]).toEqual([
        201,
        expect.objectContaining({
          ref: 'main',
          sha: SHAS[0],
          status: 'pending',
          tag: false,
          before_sha: '0'.repeat(40),
        }),
      ]);
      expect(body.user).toMatchObject({ id: dev.userId });
      expect(await jobs()).toEqual(['compile pending', 'unit created', 'ship created']);
      project.tags.set('v1', SHAS[1]!);
      expect((await create({ ref: 'v1' })).body).toMatchObject({ ref: 'v1', sha: SHAS[1], tag: true });
    });

    it('gives the configuration its inputs', async () => {
      const { create, jobs } = newProject(
        'spec: {inputs: {name: , many: {type: boolean, default: false}}}\n---\n"$[[ inputs.name ]]-$[[ inputs.many ]]": {script: a}',
      );
      expect((await create({ ref: 'main', inputs: { name: 'x', many: true } })).status).toBe(201);
      expect(await jobs()).toEqual(['x-true pending']);
      expect(await create({ ref: 'main' })).toMatchObject({
        ...{ status: 400, body: { message: { base: ['`name` input: required value has not been provided'] } } },
      });
      expect((await create({ ref: 'main', inputs: { name: 'x', other: 1 } })).body).toMatchObject({
        message: { base: ['unknown input arguments: other'] },
      });
      expect((await create({ ref: 'main', inputs: { name: '\0' } })).status).toBe(400);
      expect((await create({ ref: 'main', inputs: { name: [[1]] } })).status).toBe(400);
    });

    it('writes the variables of a configuration once, and its jobs in batches', async () => {
      const variables = Array.from({ length: 2_300 }, (_, n) => `A${n}: 1`).join(', ');
      const jobs = Array.from({ length: 990 }, (_, n) => `j${n}: {script: a, variables: {OWN: ${n}}}`);
      const environments = [0, 1, 2].map((n) => `e${n}: {script: a, stage: deploy, environment: "review/${n % 2}"}`);
      const { create, id, get } = newProject(`variables: {${variables}}\n${[...jobs, ...environments].join('\n')}`);
      expect((await create({ ref: 'main' })).status).toBe(201);
      const [stored] = await app.testDatabase.query<Record<string, number>>(
        `select (select jsonb_array_length(variables) from pipelines where project_id = $1) as common, count(*)::int as jobs,
           sum(jsonb_array_length(variables))::int as own, max(length(variables::text)) as longest
         from jobs where project_id = $1`,
        [id],
      );
      expect(stored).toEqual({ common: 2_300, jobs: 993, own: 990, longest: expect.any(Number) });
      expect(stored!.longest).toBeLessThan(100);
      expect(await get('/environments')).toMatchObject([{ name: 'review/0' }, { name: 'review/1' }]);
      const job = (await (await RunnerClient.register(app, `project-${id}`)).take())!;
      const values = Object.fromEntries(job.variables.map(({ key, value }) => [key, value]));
      expect(values).toMatchObject({ A0: '1', A2299: '1', OWN: '0' });
    });

    it('does not skip what a push would', async () => {
      const { create, project } = newProject();
      project.messages.set(SHAS[0]!, 'Correct a word [ci skip]');
      expect((await create({ ref: 'main' })).body).toMatchObject({ status: 'pending' });
    });

    it.each<[string, string | null, object, object]>([
      ['without a ref', CONFIG, {}, { status: 400, body: { error: 'ref is missing' } }],
      ['for an unknown ref', CONFIG, { ref: 'x' }, base('Reference not found')],
      ['without a file', null, { ref: 'main' }, base('Missing .gitlab-ci.yml file')],
      ['with a wrong file', 'a', { ref: 'main' }, base('Invalid configuration format')],
      ['without jobs', 'a: {script: a, only: [tags]}', { ref: 'main' }, base('No stages / jobs for this pipeline.')],
    ])('%s is refused and makes nothing', async (_, config, body, answer) => {
      const { create, get } = newProject(config);
      expect(await create(body)).toEqual(answer);
      expect(await get('/pipelines')).toEqual([]);
    });

    it('is for developers who may change the ref', async () => {
      const { create, project } = newProject(CONFIG, { visibility: 'public' });
      const as = async (userId: number, level: 0 | 20 | 30 | 40) =>
        (await create({ ref: 'main' }, app.user(userId, project, level))).status;
      expect((await create({ ref: 'main' }, null)).status).toBe(401);
      expect([await as(20, 0), await as(21, 20), await as(22, 30)]).toEqual([403, 403, 201]);
      project.protectedBranches.add('main');
      expect(await create({ ref: 'main' })).toEqual(base("Insufficient permissions for protected ref 'main'"));
      expect(await as(23, 40)).toBe(201);
      project.tags.set('v1', SHAS[0]!);
      expect((await create({ ref: 'v1' })).status).toBe(201);
      project.protectedTags.add('v1');
      expect(await create({ ref: 'v1' })).toEqual(base("Insufficient permissions for protected ref 'v1'"));
    });
  });
});
