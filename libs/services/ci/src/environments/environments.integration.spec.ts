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
      ...{ external_url: 'https://example.com', state: 'available' },
    });
    const second = await create(at, master, { name: 'review/a', external_url: '' });
    expect(second).toMatchObject({ slug: expect.stringMatching(/^review-a-[a-z0-9]{6}$/), external_url: null });
    const listed = await app.request(master, 'GET', at);
    expect([listed.status, listed.body]).toEqual([200, [first, second]]);
    expect((await app.request(master, 'GET', `${at}?per_page=1&page=2`)).body).toEqual([second]);

    const change = (body: object) => app.request(master, 'PUT', `${at}/${second.id}`, body);
    const changed = { ...second, name: 'staging', external_url: 'https://staging.example.com' };
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

  it('are stopped once', async () => {
    const { at, master, project } = newProject();
    const { id } = await create(at, master, { name: 'production' });
    const developer = app.user(40, project, 30);
    for (const as of [developer, master])
      expect(await app.request(as, 'POST', `${at}/${id}/stop`)).toEqual({
        status: 200,
        body: { id, name: 'production', slug: 'production', external_url: null, state: 'stopped' },
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
    await app.get(EnvironmentsStore).page(db, id, { page: 1, perPage: 20 });
    const plan = await planOf(app.testDatabase, db.statements[0]!);
    expect([plan.scanned, plan.rowsRead < 100]).toEqual([[], true]);
  });
});
