import type { AccessLevel, ProjectId } from '@hearth/contract-kit';
import { planOf, recording } from '@hearth/data/testing';
import { Keyring, parseEncryptionKeys, reencrypt } from '@hearth/secrets';
import { CiModule } from '../ci.module.js';
import { CreatePushPipeline } from '../push-pipelines/create.js';
import { RemoveProject } from '../pipelines/remove-project.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline, type BuildTraits } from '../testing/make-pipeline.js';
import { PLAIN_RECORD } from '../testing/plain-variable.js';
import { RunnerClient } from '../testing/runner-client.js';
import { VariablesStore } from './variables.store.js';

const SHA = 'd'.repeat(40);
const NOT_FOUND = { status: 404, body: { message: '404 Variable Not Found' } };
const invalid = (...errors: string[]) => ({ status: 400, body: { message: { key: errors } } });
const FORMAT = "can contain only letters, digits and '_'.";

describe('variables of projects', () => {
  const app = CiApp.inBlock();

  const newProject = (settings = {}) => {
    const project = app.others.addProject(settings);
    const { id } = project.card;
    project.branches.set('main', SHA);
    const [master, at] = [app.user(1000 + id, project, 40), `/projects/${id}/variables`];
    const create = async (body: object) => {
      expect((await app.request(master, 'POST', at, body)).status).toBe(201);
    };
    const list = async () => (await app.request(master, 'GET', at)).body as object[];
    return { project, id, master, at, create, list };
  };

  it('are created, read, changed and deleted', async () => {
    const { at, master, list } = newProject();
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', rest = '', body?: object) =>
      app.request(master, method, `${at}${rest}`, body);
    const first = { ...PLAIN_RECORD, key: 'DEPLOY_KEY', value: 'secret' };
    const second = { ...PLAIN_RECORD, key: 'deploy_key', value: '', protected: true };
    expect(await call('POST', '', { key: ' DEPLOY_KEY ', value: 'secret' })).toEqual({ status: 201, body: first });
    expect(await call('POST', '', second)).toEqual({ status: 201, body: second });
    expect(await list()).toEqual([first, second]);
    expect((await call('GET', '?per_page=1&page=2')).body).toEqual([second]);
    expect(await call('GET', '/DEPLOY_KEY')).toEqual({ status: 200, body: first });

    expect(await call('PUT', '/DEPLOY_KEY', {})).toEqual({ status: 200, body: first });
    const changed = { ...first, value: 'other', protected: true };
    expect(await call('PUT', '/DEPLOY_KEY', { value: 'other', protected: 'true' })).toEqual({
      status: 200,
      body: changed,
    });
    expect(await list()).toEqual([changed, second]);

    const since = { 'if-unmodified-since': 'Mon, 01 Jan 2018 00:00:00 GMT' };
    expect((await app.request(master, 'DELETE', `${at}/DEPLOY_KEY`, undefined, since)).status).toBe(412);
    expect((await call('DELETE', '/DEPLOY_KEY')).status).toBe(204);
    expect(await call('DELETE', '/DEPLOY_KEY')).toEqual(NOT_FOUND);
    expect(await call('GET', '/DEPLOY_KEY')).toEqual(NOT_FOUND);
    expect(await call('PUT', '/DEPLOY_KEY', { value: 'x' })).toEqual(NOT_FOUND);
    expect(await list()).toEqual([second]);
  });

  it.each<[object, object]>([
    [{ value: 'x' }, { status: 400, body: { error: 'key is missing' } }],
    [{ key: 'A' }, { status: 400, body: { error: 'value is missing' } }],
    [{ key: ' ', value: 'x' }, invalid("can't be blank", FORMAT)],
    [{ key: 'a-b', value: 'x' }, invalid(FORMAT)],
    [{ key: 'a'.repeat(256), value: 'x' }, invalid('is too long (maximum is 255 characters)')],
    [
      { key: 'A', value: 'x'.repeat(65_537) },
      { status: 400, body: { error: 'value is invalid' } },
    ],
    [
      { key: 'A', value: 'x', protected: 'maybe' },
      { status: 400, body: { error: 'protected is invalid' } },
    ],
  ])('%#: are refused, and nothing changes', async (body, answer) => {
    const { at, master, list } = newProject();
    expect(await app.request(master, 'POST', at, body)).toEqual(answer);
    expect(await list()).toEqual([]);
  });

  it('have a key of their own in their project', async () => {
    const [one, other] = [newProject(), newProject()];
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((value) => app.request(one.master, 'POST', one.at, { key: 'SAME', value })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)).toEqual(invalid('has already been taken'));
    expect(await app.request(other.master, 'GET', `${other.at}/SAME`)).toEqual(NOT_FOUND);
    await other.create({ key: 'SAME', value: 'x' });
  });

  it.each<[string, number | null, AccessLevel, number[]]>([
    ['anonymous', null, 0, [401, 401, 401, 401, 401]],
    ['a stranger', 20, 0, [403, 403, 403, 403, 403]],
    ['a developer', 23, 30, [403, 403, 403, 403, 403]],
    ['a master', 24, 40, [200, 200, 201, 200, 204]],
  ])('are for masters: %s', async (_, userId, level, expected) => {
    const { at, project, create } = newProject({ visibility: 'public' });
    await create({ key: 'A', value: 'x' });
    const caller = userId === null ? null : app.user(userId, project, level);
    const statuses = [];
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['GET', '/A', undefined],
      ['POST', '', { key: 'B', value: 'x' }],
      ['PUT', '/A', { value: 'y' }],
      ['DELETE', '/A', undefined],
    ] as const)
      statuses.push((await app.request(caller, method, `${at}${rest}`, body)).status);
    expect(statuses).toEqual(expected);
  });

  it('are off where jobs are', async () => {
    const { project, master, at } = newProject();
    project.card = { ...project.card, features: { ...project.card.features, builds: 'disabled' } };
    expect((await app.request(master, 'GET', at)).status).toBe(403);
  });

  describe('for jobs', () => {
    const taken = async (owner: ReturnType<typeof newProject>, build: Partial<BuildTraits>) => {
      const { project, id, master } = owner;
      await makePipeline(app, project, [{ name: 'unit', ...build }], { userId: master.userId, sha: SHA });
      return (await (await RunnerClient.register(app, `project-${id}`)).take())!.variables;
    };
    const named = (variables: readonly { key: string }[], ...keys: string[]) =>
      variables.filter(({ key }) => keys.includes(key));

    it('are given at the time of the run, above those of the configuration; protected ones on protected refs', async () => {
      const owner = newProject();
      await owner.create({ key: 'OPEN', value: 'a' });
      await owner.create({ key: 'CLOSED', value: 'b', protected: true });
      await owner.create({ key: 'CI_ENVIRONMENT_NAME', value: 'c' });
      const open = { key: 'OPEN', value: 'a', public: false };
      const options = { script: ['true'], environment: { name: 'prod', url: null, action: 'start', onStop: null } };
      const variables = [{ key: 'OPEN', value: 'configured', public: true }];
      const own = await taken(owner, { protected: false, variables, options } as Partial<BuildTraits>);
      expect(named(own, 'OPEN', 'CLOSED')).toMatchObject([{ key: 'OPEN', value: 'configured', public: true }, open]);
      expect(named(own, 'CI_ENVIRONMENT_NAME').at(-1)).toMatchObject({ value: 'prod' });
      const closed = { key: 'CLOSED', value: 'b', public: false };
      owner.project.protectedBranches.add('main');
      expect(named(await taken(owner, {}), 'OPEN', 'CLOSED')).toMatchObject([open, closed]);
      expect(named(await taken(newProject(), {}), 'OPEN', 'CLOSED')).toEqual([]);
    });

    it('that are protected are given to another run by the protection of its ref at that time', async () => {
      const owner = newProject();
      const { project, id, master } = owner;
      await owner.create({ key: 'CLOSED', value: 'b', protected: true });
      const builds = [{ name: 'unit', protected: true, retries: 1 }];
      await makePipeline(app, project, builds, { userId: master.userId, sha: SHA });
      const runner = await RunnerClient.register(app, `project-${id}`);
      const trusted = await RunnerClient.register(app, `project-${id}`, { access_level: 'ref_protected' });
      const first = (await runner.take())!;
      expect(named(first.variables, 'CLOSED')).toEqual([]);
      project.protectedBranches.add('main');
      await runner.put(first, { state: 'failed' });
      const second = (await runner.take())!;
      expect(named(second.variables, 'CLOSED')).toHaveLength(1);
      project.protectedBranches.delete('main');
      await runner.put(second, { state: 'failed' });
      expect((await app.request(master, 'POST', `/projects/${id}/jobs/${second.id}/retry`)).status).toBe(201);
      expect(await trusted.take()).toBeUndefined();
      const third = (await runner.take())!;
      expect([third.id > second.id, named(third.variables, 'CLOSED')]).toEqual([true, []]);
    });

    it('that are protected are not for open branches and tags, whatever branch has the name of the tag', async () => {
      const owner = newProject();
      const { project, id, master } = owner;
      project.files.set('.gitlab-ci.yml', 'a: {script: a}\nb: {script: b, only: {variables: [$CLOSED]}}');
      for (const refs of [project.branches, project.tags]) refs.set('stable', SHA);
      project.branches.set('open', SHA);
      project.protectedBranches.add('stable');
      await owner.create({ key: 'CLOSED', value: 'b', protected: true });
      const runner = await RunnerClient.register(app, `project-${id}`);
      const closed = async (sequence: number, ref: string, tag: boolean) => {
        const push = { projectId: id, sequence, ref, tag, oldId: null, newId: SHA, userId: master.userId };
        await app.get(CreatePushPipeline).execute(push, new AbortController());
        const given = [];
        for (let job = await runner.take(); job; job = await runner.take())
          given.push(named(job.variables, 'CLOSED').length);
        return given;
      };
      expect(await closed(1, 'stable', false)).toEqual([1, 1]);
      expect(await closed(2, 'stable', true)).toEqual([0]);
      expect(await closed(3, 'open', false)).toEqual([0]);
      project.protectedTags.add('stable');
      expect(await closed(4, 'stable', true)).toEqual([1, 1]);
    });

    it('decide which jobs a pipeline has, and are not stored with them', async () => {
      const owner = newProject();
      owner.project.files.set(
        '.gitlab-ci.yml',
        'a: {script: a}\nb: {script: b, only: {variables: [$OPEN]}}\nc: {script: c, only: {variables: [$CLOSED]}}',
      );
      await owner.create({ key: 'OPEN', value: 'plain-text-a' });
      await owner.create({ key: 'CLOSED', value: 'plain-text-b', protected: true });
      const jobs = async (sequence: number) => {
        const push = { projectId: owner.id, sequence, ref: 'main', tag: false, oldId: null, newId: SHA };
        await app.get(CreatePushPipeline).execute({ ...push, userId: owner.master.userId }, new AbortController());
        const rows = await app.testDatabase.query<{ name: string; all: string }>(
          `select j.name, j::text as all from jobs j join pipelines p on p.id = j.pipeline_id
           where j.project_id = $1 and p.origin = $2 order by j.id`,
          [owner.id, `${sequence} main`],
        );
        for (const { all } of rows) expect(all).not.toContain('plain-text');
        return rows.map(({ name }) => name);
      };
      expect(await jobs(1)).toEqual(['a', 'b']);
      owner.project.protectedBranches.add('main');
      expect(await jobs(2)).toEqual(['a', 'b', 'c']);
    });
  });

  it('are stored encrypted, also after the keys were rotated, and every change is recorded without the value', async () => {
    const { id, at, master, create, list } = newProject();
    await create({ key: 'A', value: 'plain-text' });
    const stored = async () =>
      (await app.testDatabase.query<{ value: string }>('select value from variables where project_id = $1', [id]))[0]!;
    const before = (await stored()).value;
    expect(before).not.toContain('plain-text');
    const keyring = app.get(Keyring);
    const [old, next] = ['test', 'next'].map((key) => `${key}:${Buffer.alloc(32, key[0]).toString('base64')}`);
    keyring.use(parseEncryptionKeys(`${next},${old}`));
    await reencrypt(app.testDatabase.url, [CiModule.schema], keyring);
    expect((await stored()).value).not.toBe(before);
    expect(await list()).toEqual([{ ...PLAIN_RECORD, key: 'A', value: 'plain-text' }]);
    await app.request(master, 'PUT', `${at}/A`, { value: 'plain-text-2' });
    await app.request(master, 'DELETE', `${at}/A`);
    const events = (await app.events()).filter(({ data }) => JSON.stringify(data).includes(`"projectId":${id}`));
    expect(events.map(({ data }) => data['kind'])).toEqual([
      'variable.created',
      'variable.updated',
      'variable.deleted',
    ]);
    expect(JSON.stringify(events)).not.toContain('plain-text');
  });

  it('go with their project, and are not created in one that is gone', async () => {
    const [gone, stays] = [newProject(), newProject()];
    for (const { create } of [gone, stays]) await create({ key: 'A', value: 'x' });
    await app.get(RemoveProject).execute({ projectId: gone.id });
    expect([await gone.list(), await stays.list()]).toMatchObject([[], [{ key: 'A' }]]);
    await app.testDatabase.query('update projects set deleted_at = now() where id = $1', [gone.id]);
    expect((await app.request(gone.master, 'POST', gone.at, { key: 'LATE', value: 'x' })).status).toBe(404);
  });

  it('are listed and found by indexes', async () => {
    const { id, create } = newProject();
    await create({ key: 'A', value: 'x' });
    await app.testDatabase.query(
      `insert into variables (project_id, key, value) select $1, 'N_' || n, 'x' from generate_series(1, 20000) n`,
      [id],
    );
    await app.testDatabase.query('vacuum analyze variables');
    const db = recording(app.database);
    const store = app.get(VariablesStore);
    await store.page(db, { kind: 'project', id }, { page: 1, perPage: 20 });
    await store.find(db, { kind: 'project', id }, { key: 'A' });
    const owners = { projectId: 999 as ProjectId, groupIds: [1, 2], pipelineId: 1, onProtectedRef: true };
    const [first, other, again] = await store.forJobs(db, [owners, { ...owners, pipelineId: 2 }, { ...owners }]);
    expect([again === first, other === first]).toEqual([true, false]);
    for (const statement of [db.statements[0]!, ...db.statements.slice(-2)]) {
      const plan = await planOf(app.testDatabase, statement);
      expect([plan.scanned, plan.rowsRead < 100]).toEqual([[], true]);
    }
    await app.testDatabase.query('delete from variables where project_id = $1', [id]);
  });
});
