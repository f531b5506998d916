import type { AccessLevel, ProjectId } from '@hearth/contract-kit';
import { planOf, recording } from '@hearth/data/testing';
import { Keyring, parseEncryptionKeys, reencrypt } from '@hearth/secrets';
import { CiModule } from '../ci.module.js';
import { RemoveProject } from '../pipelines/remove-project.js';
import { ReplaceUser } from '../pipelines/replace-user.js';
import { CiApp } from '../testing/ci-app.js';
import { RunnerClient } from '../testing/runner-client.js';
import { TRIGGER_TOKEN, TriggersStore } from './triggers.store.js';

const SHA = 'f'.repeat(40);
const CONFIG = `
unit: {script: make}
nightly: {script: make, only: [triggers], environment: {name: "$WHERE"}}
shipped: {script: make, only: {variables: [$SHIP]}}
`;
const NOT_FOUND = { status: 404, body: { message: '404 Trigger Not Found' } };
const UNKNOWN = { status: 404, body: { message: '404 Not Found' } };
const base = (text: string) => ({ status: 400, body: { message: { base: [text] } } });

describe('triggers', () => {
  const app = CiApp.inBlock();

  const newProject = (settings = {}) => {
    const project = app.others.addProject(settings);
    const { id } = project.card;
    project.branches.set('main', SHA);
    project.files.set('.gitlab-ci.yml', CONFIG);
    const [master, at] = [app.user(1000 + id, project, 40), `/projects/${id}`];
    const create = async (as = master) =>
      (await app.request(as, 'POST', `${at}/triggers`, { description: 'nightly' })).body as {
        id: number;
        token: string;
      };
    const run = (body: object, where: string | number = id) =>
      app.request(null, 'POST', `/projects/${where}/trigger/pipeline`, { ref: 'main', ...body });
    const pipelines = async () => (await app.request(master, 'GET', `${at}/pipelines`)).body as { id: number }[];
    return { project, id, master, at, create, run, pipelines };
  };

  it('are created, read, changed and deleted', async () => {
    const { at, master } = newProject();
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', rest = '', body?: object) =>
      app.request(master, method, `${at}/triggers${rest}`, body);
    const { status, body: made } = await call('POST', '', { description: 'nightly' });
    expect([status, made]).toEqual([
      201,
      {
        ...{ id: made.id, token: expect.stringMatching(/^[\w-]{43}$/), description: 'nightly' },
        ...{ created_at: expect.any(String), updated_at: expect.any(String), last_used: null, deleted_at: null },
        owner: expect.objectContaining({ id: master.userId, username: master.username }),
      },
    ]);
    const { body: second } = await call('POST', '', { description: 'other' });
    expect(second.token).not.toBe(made.token);
    expect((await call('GET')).body).toEqual([made, second]);
    expect((await call('GET', '?per_page=1&page=2')).body).toEqual([second]);
    expect(await call('GET', `/${made.id}`)).toEqual({ status: 200, body: made });
    expect(await call('PUT', `/${made.id}`, {})).toEqual({ status: 200, body: made });
    const { body: changed } = await call('PUT', `/${made.id}`, { description: 'weekly' });
    expect(changed).toEqual({ ...made, description: 'weekly', updated_at: changed.updated_at });
    expect((await call('DELETE', `/${made.id}`)).status).toBe(204);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(await call(method, `/${made.id}`, method === 'PUT' ? {} : undefined)).toEqual(NOT_FOUND);
    expect(await call('POST', '', {})).toEqual({ status: 400, body: { error: 'description is missing' } });
  });

  it.each<[string, number | null, AccessLevel, number[]]>([
    ['anonymous', null, 0, [401, 401, 401, 401, 401, 401]],
    ['a developer', 23, 30, [403, 403, 403, 403, 403, 403]],
    ['a master', 24, 40, [200, 200, 201, 200, 200, 204]],
  ])('are for masters: %s', async (_, userId, level, expected) => {
    const { at, project, create } = newProject({ visibility: 'public' });
    const { id } = await create();
    const caller = userId === null ? null : app.user(userId, project, level);
    const statuses = [];
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['GET', `/${id}`, undefined],
      ['POST', '', { description: 'x' }],
      ['PUT', `/${id}`, { description: 'y' }],
      ['POST', `/${id}/take_ownership`, {}],
      ['DELETE', `/${id}`, undefined],
    ] as const)
      statuses.push((await app.request(caller, method, `${at}/triggers${rest}`, body)).status);
    expect(statuses).toEqual(expected);
  });

  it('show their token to their owner, and to others only its beginning', async () => {
    const { at, project, create, run, master } = newProject();
    const made = await create();
    const other = app.user(31, project, 40);
    const seen = async (as: typeof master) => (await app.request(as, 'GET', `${at}/triggers`)).body[0].token as string;
    expect([await seen(master), await seen(other)]).toEqual([made.token, made.token.slice(0, 4)]);
    const { status, body } = await app.request(other, 'POST', `${at}/triggers/${made.id}/take_ownership`);
    expect([status, body.token, body.owner.id]).toEqual([200, made.token, 31]);
    expect(await seen(master)).toBe(made.token.slice(0, 4));
    expect((await run({ token: made.token })).body.user).toMatchObject({ id: 31 });
  });

  describe('make pipelines', () => {
    it('by their token alone, in the name of their owner, with variables above all others', async () => {
      const { id, at, master, create, run, project, pipelines } = newProject();
      const { id: trigger, token } = await create();
      await app.request(master, 'POST', `${at}/variables`, { key: 'WHERE', value: 'project' });
      const { status, body } = await run({ token, variables: { WHERE: 'review', SHIP: '' } });
      expect([status, body]).toEqual([201, expect.objectContaining({ ref: 'main', sha: SHA, status: 'pending' })]);
      expect(body.user).toMatchObject({ id: master.userId });
      expect(body.web_url).toMatch(new RegExp(`/${project.card.fullPath}/-/pipelines/${body.id}$`));
      const jobs = (await app.request(master, 'GET', `${at}/pipelines/${body.id}/jobs`)).body as { name: string }[];
      expect(jobs.map(({ name }) => name).sort()).toEqual(['nightly', 'unit']);
      const runner = await RunnerClient.register(app, `project-${id}`);
      const variables = (await runner.take())!.variables;
      const value = (key: string) => variables.findLast((variable) => variable.key === key)?.value;
      expect([value('CI_PIPELINE_TRIGGERED'), value('CI_PIPELINE_SOURCE'), value('WHERE')]).toEqual([
        'true',
        'trigger',
        'review',
      ]);
      const used = (await app.request(master, 'GET', `${at}/triggers/${trigger}`)).body.last_used as string;
      expect(Date.parse(used)).toBeGreaterThan(Date.now() - 60_000);

      project.messages.set(SHA, 'Begin [ci skip]');
      const path = encodeURIComponent(project.card.fullPath);
      project.branches.set('topic/a', SHA);
      const onRef = `/projects/${path}/ref/topic%2Fa/trigger/pipeline?token=${token}&variables[SHIP]=1`;
      expect((await app.request(null, 'POST', onRef)).body).toMatchObject({ ref: 'topic/a', status: 'pending' });
      expect(await pipelines()).toHaveLength(2);
    });

    it.each<[string, object, object]>([
      ['without a token', {}, { status: 400, body: { error: 'token is missing' } }],
      ['by a token that is none', { token: 'x' }, UNKNOWN],
      [
        'with variables that are no map',
        { variables: 'x', token: 'x' },
        { status: 400, body: { error: 'variables is invalid' } },
      ],
      [
        'with values that are no texts',
        { variables: { a: { b: 'c' } }, token: 'x' },
        { status: 400, body: { message: 'variables needs to be a map of key-valued strings' } },
      ],
      [
        'with numbers as values',
        { variables: { a: 1 }, token: 'x' },
        { status: 400, body: { message: 'variables needs to be a map of key-valued strings' } },
      ],
    ])('but none %s', async (_, body, answer) => {
      const { create, run, pipelines } = newProject();
      await create();
      expect(await run(body)).toEqual(answer);
      expect(await pipelines()).toEqual([]);
    });

    it('but none that cannot be requested, and only of their own project', async () => {
      const [{ create, run, project, pipelines }, other] = [newProject(), newProject()];
      const { token } = await create();
      expect(await run({ token }, other.id)).toEqual(UNKNOWN);
      expect(await run({ token }, encodeURIComponent(other.project.card.fullPath))).toEqual(UNKNOWN);
      expect(await run({ token }, 'no%2Fproject')).toEqual(UNKNOWN);
      expect(await run({ token, ref: 'gone' })).toEqual(base('Reference not found'));
      expect(await run({ token, variables: { 'a-b': 'x' } })).toEqual({
        status: 400,
        body: { message: { key: ["can contain only letters, digits and '_'."] } },
      });
      expect(
        (await run({ token, variables: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`K${n}`, ''])) }))
          .status,
      ).toBe(400);
      expect((await run({ token, variables: { A: 'x'.repeat(65_537) } })).status).toBe(400);
      project.card = { ...project.card, features: { ...project.card.features, builds: 'disabled' } };
      expect(await run({ token })).toEqual(base('Pipelines are disabled!'));
      project.card = { ...project.card, features: { ...project.card.features, builds: 'enabled' } };
      expect(await pipelines()).toEqual([]);
      expect((await run({ token })).status).toBe(201);
    });

    it('with the rights that their owner has at that time', async () => {
      const { create, run, project, master, pipelines } = newProject({ visibility: 'public' });
      const { token } = await create();
      const refused = base('Insufficient permissions to create a new pipeline');
      project.members.set(master.userId, 30);
      project.protectedBranches.add('main');
      expect(await run({ token })).toEqual(base("Insufficient permissions for protected ref 'main'"));
      project.members.set(master.userId, 20);
      expect(await run({ token })).toEqual(refused);
      project.members.delete(master.userId);
      expect(await run({ token })).toEqual(refused);
      project.card = { ...project.card, visibility: 'private' };
      expect(await run({ token })).toEqual(refused);
      project.members.set(master.userId, 40);
      app.others.blocked.add(master.userId);
      expect(await run({ token })).toEqual(refused);
      expect(await pipelines()).toEqual([]);
      app.others.blocked.delete(master.userId);
      expect((await run({ token })).status).toBe(201);
    });
  });

  it('go with their owner, and with their project', async () => {
    const [one, two] = [newProject(), newProject()];
    const [own, kept, other] = [
      await one.create(),
      await one.create(app.user(41, one.project, 40)),
      await two.create(),
    ];
    await app.get(ReplaceUser).execute({ userId: one.master.userId, newUserId: 1 });
    expect(await one.run({ token: own.token })).toEqual(UNKNOWN);
    expect((await one.run({ token: kept.token })).status).toBe(201);
    await app.testDatabase.query('update projects set deleted_at = now() where id = $1', [two.id]);
    expect(await two.run({ token: other.token })).toEqual(UNKNOWN);
    expect((await app.request(two.master, 'POST', `${two.at}/triggers`, { description: 'late' })).status).toBe(404);
    await app.get(RemoveProject).execute({ projectId: two.id });
    expect(await app.testDatabase.query('select from triggers where project_id = $1', [two.id])).toEqual([]);
  });

  it('are stored encrypted, work after the keys were rotated, and every change is recorded without the token', async () => {
    const { id, at, master, create, run } = newProject();
    const { id: trigger, token } = await create();
    const stored = async () =>
      (
        await app.testDatabase.query<{ row: string }>('select t::text as row from triggers t where id = $1', [trigger])
      )[0]!.row;
    const before = await stored();
    expect(before).not.toContain(token);
    const [old, next] = ['test', 'next'].map((key) => `${key}:${Buffer.alloc(32, key[0]).toString('base64')}`);
    const keyring = app.get(Keyring);
    keyring.use(parseEncryptionKeys(`${next},${old}`));
    await reencrypt(app.testDatabase.url, [CiModule.schema], keyring);
    expect(await stored()).not.toBe(before);
    expect((await run({ token })).status).toBe(201);
    await app.request(master, 'PUT', `${at}/triggers/${trigger}`, { description: 'other' });
    await app.request(master, 'DELETE', `${at}/triggers/${trigger}`);
    const events = (await app.events()).filter(
      ({ data }) => (data['subject'] as { type?: string })?.type === 'trigger',
    );
    const own = events.filter(({ data }) => (data['details'] as { projectId?: ProjectId }).projectId === id);
    expect(own.map(({ data }) => data['kind'])).toEqual(['trigger.created', 'trigger.updated', 'trigger.deleted']);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it('are listed and found by indexes', async () => {
    const { id, create } = newProject();
    const { token } = await create();
    await app.testDatabase.query(
      `insert into triggers (project_id, owner_id, description, token, token_lookup)
       select $1, 1, 'x', 'x', 'x' || n from generate_series(1, 20000) n`,
      [id],
    );
    await app.testDatabase.query('vacuum analyze triggers');
    const db = recording(app.database);
    const store = app.get(TriggersStore);
    await store.page(db, id, { page: 1, perPage: 20 });
    expect(await store.findByToken(db, app.get(Keyring).lookups(token, TRIGGER_TOKEN))).toMatchObject({
      projectId: id,
    });
    for (const statement of [db.statements[0]!, db.statements.at(-1)!]) {
      const plan = await planOf(app.testDatabase, statement);
      expect([plan.scanned.filter((table) => table === 'triggers'), plan.rowsRead < 100]).toEqual([[], true]);
    }
    await app.testDatabase.query('delete from triggers where project_id = $1', [id]);
  });
});
