import type { AccessLevel, Principal } from '@hearth/contract-kit';
import { planOf, recording } from '@hearth/data/testing';
import { RemoveProject } from '../pipelines/remove-project.js';
import { CiApp } from '../testing/ci-app.js';
import type { FakeProject } from '../testing/other-services.js';
import { EnvironmentsStore } from './environments.store.js';

const NOT_FOUND = { status: 404, body: { message: '404 Not found' } };
const TAKEN = { status: 400, body: { message: { name: ['has already been taken'] } } };

describe('environments', () => {
  const app = CiApp.inBlock();

  const newProject = (settings = {}) => {
    const project = app.others.addProject(settings);
    const { id } = project.card;
    return { project, id, master: app.user(1000 + id, project, 40), at: `/projects/${id}/environments` };
  };
  const create = async (at: string, as: Principal, body: object) => {
    const answer = await app.request(as, 'POST', at, body);
    expect(answer.status).toBe(201);
    return answer.body as { id: number; name: string; slug: string };
  };

  it('are created, listed by id, changed and deleted', async () => {
    const { at, master } = newProject();
    const first = await create(at, master, { name: 'production', external_url: 'https://example.com' });
    expect(first).toEqual({
      ...{ id: expect.any(Number), name: 'production', slug: 'production' },
      ...{ external_url: 'https://example.com', state: 'available', tier: 'production' },
      ...{ created_at: expect.any(String), auto_stop_at: null, updated_at: expect.any(String) },
    });
    const second = await create(at, master, { name: 'review/a', external_url: '' });
    expect(second).toMatchObject({ slug: expect.stringMatching(/^review-a-[a-z0-9]{6}$/), external_url: null });
    const listed = await app.request(master, 'GET', at);
    expect([listed.status, listed.body]).toEqual([200, [first, second]]);
    expect((await app.request(master, 'GET', `${at}?per_page=1&page=2`)).body).toEqual([second]);

    const change = (body: object) => app.request(master, 'PUT', `${at}/${second.id}`, body);
    const times = { updated_at: expect.any(String) };
    const changed = {
      ...{ ...second, ...times, name: 'staging', tier: 'staging' },
      external_url: 'https://staging.example.com',
    };
    expect(await change({ name: 'staging', external_url: 'https://staging.example.com' })).toEqual({
      status: 200,
      body: changed,
    });
    expect(await change({})).toEqual({ status: 200, body: changed });
    expect(await change({ name: 'staging' })).toEqual({ status: 200, body: changed });
    expect(await change({ external_url: '' })).toEqual({ status: 200, body: { ...changed, external_url: null } });

    expect((await app.request(master, 'DELETE', `${at}/${second.id}`)).status).toBe(204);
    expect(await app.request(master, 'DELETE', `${at}/${second.id}`)).toEqual(NOT_FOUND);
    const since = { 'if-unmodified-since': 'Mon, 01 Jan 2018 00:00:00 GMT' };
    expect((await app.request(master, 'DELETE', `${at}/${first.id}`, undefined, since)).status).toBe(412);
    expect((await app.request(master, 'GET', at)).body).toEqual([first]);
  });

  it('are listed by name and state, and have the tier that was given or that the name suggests', async () => {
    const { at, master } = newProject();
    for (const [name, tier] of [['review/Login'], ['production'], ['eu', 'production'], ['us']] as const)
      await create(at, master, { name, ...(tier && { tier }) });
    const { body } = await app.request(master, 'GET', at);
    await app.request(master, 'POST', `${at}/${body[3].id}/stop`);
    const listed = async (query: string) =>
      ((await app.request(master, 'GET', `${at}${query}`)).body as { name: string; tier: string }[]).map(
        ({ name, tier }) => `${name} ${tier}`,
      );
    expect(await listed('')).toEqual([
      'review/Login development',
      'production production',
      'eu production',
      'us other',
    ]);
    expect(await listed('?name=eu')).toEqual(['eu production']);
    expect(await listed('?search=LOG')).toEqual(['review/Login development']);
    expect(await listed('?search=_')).toEqual([]);
    expect(await listed('?states=stopped')).toEqual(['us other']);
    expect(await listed('?states=stopping')).toEqual([]);
    expect((await app.request(master, 'GET', `${at}?states=gone`)).status).toBe(400);
    const change = (tier: string) => app.request(master, 'PUT', `${at}/${body[0].id}`, { tier });
    expect((await change('testing')).body.tier).toBe('testing');
    expect((await change('best')).body).toEqual({ error: 'tier does not have a valid value' });
    const one = await app.request(master, 'GET', `${at}/${body[1].id}`);
    expect(one).toEqual({ status: 200, body: { ...body[1], last_deployment: null } });
    expect(await app.request(master, 'GET', `${at}/999999`)).toEqual(NOT_FOUND);
  });

  it('are stopped once', async () => {
    const { at, master, project } = newProject();
    const { id } = await create(at, master, { name: 'production' });
    const developer = app.user(40, project, 30);
    for (const as of [developer, master])
      expect(await app.request(as, 'POST', `${at}/${id}/stop`)).toEqual({
        status: 200,
        body: expect.objectContaining({ id, external_url: null, state: 'stopped' }),
      });
  });

  it.each<[object, object]>([
    [{}, { error: 'name is missing' }],
    [{ name: '' }, { message: { name: ["can't be blank", expect.stringMatching(/^can contain only/)] } }],
    [{ name: 'a', external_url: 'x' }, { message: { external_url: ['must be a valid URL'] } }],
    [{ name: 'a', slug: 'a' }, { error: 'slug is automatically generated and cannot be changed' }],
    [{ name: 'a\0' }, { error: 'name is invalid' }],
  ])('%j is refused and changes nothing', async (body, answer) => {
    const { at, master } = newProject();
    expect(await app.request(master, 'POST', at, body)).toEqual({ status: 400, body: answer });
    expect((await app.request(master, 'GET', at)).body).toEqual([]);
    if (!('name' in body)) return;
    const environment = await create(at, master, { name: 'kept' });
    expect(await app.request(master, 'PUT', `${at}/${environment.id}`, body)).toEqual({ status: 400, body: answer });
    expect((await app.request(master, 'GET', at)).body).toEqual([environment]);
  });

  it('have a name of their own in their project', async () => {
    const [one, other] = [newProject(), newProject()];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.request(one.master, 'POST', one.at, { name: 'review/x' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)).toEqual(TAKEN);
    const { id } = await create(one.at, one.master, { name: 'second' });
    expect(await app.request(one.master, 'PUT', `${one.at}/${id}`, { name: 'review/x' })).toEqual(TAKEN);
    await create(other.at, other.master, { name: 'review/x' });
  });

  it('are not found under another project, nor beyond all ids', async () => {
    const [one, other] = [newProject(), newProject()];
    const { id } = await create(one.at, one.master, { name: 'production' });
    for (const each of [id, 0, '99999999999999999999'])
      for (const [method, rest] of [
        ['PUT', ''],
        ['DELETE', ''],
        ['POST', '/stop'],
      ] as const)
        expect(await app.request(other.master, method, `${other.at}/${each}${rest}`)).toEqual(NOT_FOUND);
    expect((await app.request(one.master, 'PUT', `${one.at}/x`)).body).toEqual({ error: 'environment_id is invalid' });
  });

  describe('are for members', () => {
    it.each<[string, number | null, AccessLevel, number[]]>([
      ['anonymous', null, 0, [401, 401, 401, 401, 401]],
      ['a stranger', 20, 0, [403, 403, 403, 403, 403]],
      ['a guest', 21, 10, [403, 403, 403, 403, 403]],
      ['a reporter', 22, 20, [200, 403, 403, 403, 403]],
      ['a developer', 23, 30, [200, 201, 200, 403, 403]],
      ['a master', 24, 40, [200, 201, 200, 200, 204]],
    ])('%s', async (_, userId, level, expected) => {
      const { at, master, project } = newProject({ visibility: 'public' });
      const { id } = await create(at, master, { name: 'production' });
      const caller = userId === null ? null : app.user(userId, project, level);
      const statuses = [];
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['POST', '', { name: 'new' }],
        ['POST', `/${id}/stop`, undefined],
        ['PUT', `/${id}`, { name: 'changed' }],
        ['DELETE', `/${id}`, undefined],
      ] as const)
        statuses.push((await app.request(caller, method, `${at}${rest}`, body)).status);
      expect(statuses).toEqual(expected);
    });

    it('hide what is hidden, and are off where jobs are', async () => {
      const hidden = newProject();
      expect(await app.request(app.user(50), 'GET', hidden.at)).toEqual({
        status: 404,
        body: { message: '404 Project Not Found' },
      });
      const { features } = hidden.project.card;
      const off = newProject({ features: { ...features, builds: 'disabled' } });
      for (const [method, body] of [['GET', undefined] as const, ['POST', { name: 'a' }] as const])
        expect((await app.request(off.master, method, off.at, body)).status).toBe(403);
    });
  });

  it('go with their project, and are not created in one that is gone', async () => {
    const [gone, stays] = [newProject(), newProject()];
    for (const { at, master } of [gone, stays]) await create(at, master, { name: 'production' });
    await app.get(RemoveProject).execute({ projectId: gone.id });
    expect((await app.request(gone.master, 'GET', gone.at)).body).toEqual([]);
    expect((await app.request(stays.master, 'GET', stays.at)).body).toHaveLength(1);
    await app.testDatabase.query('update projects set deleted_at = now() where id = $1', [gone.id]);
    expect((await app.request(gone.master, 'POST', gone.at, { name: 'late' })).status).toBe(404);
  });

  it('are listed by an index', async () => {
    const { id, at, master }: { id: FakeProject['card']['id']; at: string; master: Principal } = newProject();
    await create(at, master, { name: 'production' });
    await app.testDatabase.query(
      `insert into environments (project_id, name, slug)
       select $1, 'n-' || n, 'n-' || n from generate_series(1, 20000) n`,
      [id],
    );
    await app.testDatabase.query('vacuum analyze environments');
    const db = recording(app.database);
    await app.get(EnvironmentsStore).page(db, id, {}, { page: 1, perPage: 20 });
    await app.get(EnvironmentsStore).page(db, id, { name: 'n-7' }, { page: 1, perPage: 20 });
    for (const statement of [db.statements[0]!, db.statements.at(-1)!]) {
      const plan = await planOf(app.testDatabase, statement);
      expect([plan.scanned, plan.rowsRead < 100]).toEqual([[], true]);
    }
  });

  it('that a pipeline creates have the tier of its job', async () => {
    const project = app.others.addProject();
    const dev = app.user(1, project, 30);
    const at = `/projects/${project.card.id}`;
    project.branches.set('main', 'a'.repeat(40));
    const job = (name: string, tier: string) => `{script: a, environment: {name: ${name}, deployment_tier: ${tier}}}`;
    const text = `a: ${job('eu', 'production')}\nb: ${job('eu', 'staging')}\nc: ${job('us', 'testing')}`;
    project.files.set('.gitlab-ci.yml', text);
    await app.request(dev, 'POST', `${at}/environments`, { name: 'us', tier: 'staging' });
    expect((await app.request(dev, 'POST', `${at}/pipeline`, { ref: 'main' })).status).toBe(201);
    const { body } = await app.request(dev, 'GET', `${at}/environments`);
    expect((body as { name: string; tier: string }[]).map(({ name, tier }) => `${name} ${tier}`).sort()).toEqual([
      'eu production',
      'us staging',
    ]);
  });
});
