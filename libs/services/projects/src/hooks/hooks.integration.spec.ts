import type { Principal, ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { MOST_HOOKS } from './hook.rules.js';

describe('hooks', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const master = user(2);
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    seed = new Seed(app.testDatabase);
  });

  async function newProject(): Promise<ProjectId> {
    const project = await seed.project(namespace, `project-${++projects}`, 'public');
    await seed.projectMember(project, master.userId, 40);
    return project;
  }
  const path = (project: ProjectId, rest = '') => `/projects/${project}/hooks${rest}`;
  const create = (caller: Principal | null, project: ProjectId, body: object) =>
    app.request(caller, 'POST', path(project), body);
  const URL = 'https://user:pass@ci.example.com/hook';
  const SIGNING_TOKEN = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

  it('are created with the defaults of the reference', async () => {
    const project = await newProject();
    const { status, body } = await create(master, project, { url: URL });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        project_id: project,
        url: URL,
        push_events: true,
        tag_push_events: false,
        wiki_page_events: false,
        push_events_branch_filter: '',
        branch_filter_strategy: 'wildcard',
        enable_ssl_verification: true,
      }),
    ]);
    expect((await app.request(owner, 'GET', path(project, `/${body.id}`))).body).toEqual(body);
    expect((await app.request(owner, 'GET', path(project))).body).toEqual([body]);
  });

  it('are changed and deleted, and recorded without secrets', async () => {
    const project = await newProject();
    const { id } = (await create(owner, project, { url: URL, token: 'top secret', push_events: false })).body;
    const changes = {
      url: URL,
      tag_push_events: 'true',
      name: 'CI',
      description: 'builds',
      push_events_branch_filter: 'release/*',
    };
    const changed = await app.request(master, 'PUT', path(project, `/${id}`), changes);
    expect(changed).toMatchObject({
      status: 200,
      body: { ...changes, tag_push_events: true, push_events: false, enable_ssl_verification: true },
    });
    expect((await app.request(master, 'DELETE', path(project, `/${id}`))).status).toBe(204);
    expect(await app.request(owner, 'GET', path(project, `/${id}`))).toMatchObject({
      status: 404,
      body: { message: '404 Not found' },
    });
    const audit = await app.testDatabase.query<{ data: { kind: string; subject: object } }>(
      `select data from outbox where type = 'projects.audit-recorded' and data->'subject'->>'type' = 'hook'
       and data->'subject'->>'id' = $1::text order by id`,
      [String(id)],
    );
    expect(audit.map(({ data }) => data.kind)).toEqual(['hook.created', 'hook.updated', 'hook.deleted']);
    expect(JSON.stringify(audit)).not.toMatch(/pass|top secret/);
  });

  it('keep their URL and token encrypted, and lose the token with another URL', async () => {
    const project = await newProject();
    const { id } = (await create(owner, project, { url: URL, token: 'top secret' })).body;
    const row = async () =>
      (await app.testDatabase.query('select * from hooks where id = $1', [id]))[0] as { token: unknown };
    expect(JSON.stringify(await row())).not.toMatch(/example\.com|top secret/);
    const put = (body: object) => app.request(owner, 'PUT', path(project, `/${id}`), body);
    await put({ url: URL, push_events: true });
    expect((await row()).token).not.toBeNull();
    await put({ url: 'https://other.example.com/' });
    expect((await row()).token).toBeNull();
  });

  it('keep their signing token encrypted, say only that there is one, and lose it by request alone', async () => {
    const project = await newProject();
    const signing = { signing_token: SIGNING_TOKEN };
    const { body: made } = await create(owner, project, { url: URL, ...signing });
    expect(made).toMatchObject({ token_present: false, signing_token_present: true });
    expect(JSON.stringify(made)).not.toContain('whsec_');
    const [row] = await app.testDatabase.query('select * from hooks where id = $1', [made.id]);
    expect(JSON.stringify(row)).not.toContain('whsec_');
    const put = async (body: object) => (await app.request(owner, 'PUT', path(project, `/${made.id}`), body)).body;
    const other = { url: 'https://other.example.com/' };
    expect(await put({ ...other, token: 'secret' })).toMatchObject({
      token_present: true,
      signing_token_present: true,
    });
    expect(await put({ ...other, signing_token: '' })).toMatchObject({ signing_token_present: false });
  });

  it.each([
    [{ url: URL, signing_token: 'whsec_c2hvcnQ=' }, 400, { error: 'signing_token is invalid' }],
    [{}, 400, { error: 'url is missing' }],
    [{ url: 'nowhere' }, 422, { error: 'Invalid url given' }],
    [{ url: 'http://127.0.0.1:9000/' }, 422, { error: 'Invalid url given' }],
    [{ url: URL, wiki_page_events: true }, 400, { error: 'wiki_page_events is not supported' }],
    [{ url: URL, custom_webhook_template: '{}' }, 400, { error: 'custom_webhook_template is not supported' }],
    [{ url: URL, custom_headers: [{ key: 'a', value: 'b' }] }, 400, { error: 'custom_headers is not supported' }],
    [
      { url: URL, branch_filter_strategy: 'regex' },
      400,
      { error: 'branch_filter_strategy does not have a valid value' },
    ],
    [{ url: URL, token: 'a\nb' }, 400, { error: 'token is invalid' }],
  ])('are not created from %j', async (hook, status, body) => {
    const project = await newProject();
    expect(await create(owner, project, hook)).toMatchObject({ status, body });
  });

  it('are at most a hundred in a project', async () => {
    const project = await newProject();
    await app.testDatabase.query(
      `insert into hooks (project_id, url, name, description, triggers, branch_filter, branch_filter_strategy, verify_tls)
       select $1, '', '', '', '{}', '', 'wildcard', true from generate_series(1, $2)`,
      [project, MOST_HOOKS],
    );
    expect(await create(owner, project, { url: URL })).toMatchObject({
      status: 422,
      body: { error: 'Maximum number of project hooks (100) exceeded' },
    });
  });

  describe('of groups', () => {
    async function newGroup(): Promise<number> {
      const group = await seed.group(`group-${++projects}`);
      await seed.namespaceMember(group, owner.userId, 50);
      await seed.namespaceMember(group, master.userId, 40);
      return group;
    }

    it('are for its owners', async () => {
      const at = `/groups/${await newGroup()}/hooks`;
      const made = await app.request(owner, 'POST', at, { url: URL, issues_events: true });
      expect(made).toMatchObject({
        status: 201,
        body: { url: URL, push_events: true, issues_events: true, subgroup_events: false, member_events: false },
      });
      expect(made.body).not.toHaveProperty('project_id');
      const one = `${at}/${made.body.id}`;
      expect((await app.request(owner, 'GET', one)).body).toEqual(made.body);
      expect((await app.request(owner, 'GET', at)).body).toEqual([made.body]);
      expect((await app.request(owner, 'PUT', one, { url: URL, push_events: false })).body).toMatchObject({
        ...{ push_events: false, issues_events: true },
      });
      for (const path of [at, one, `${one}/events`]) expect((await app.request(master, 'GET', path)).status).toBe(403);
      const refused = await app.request(owner, 'POST', at, { url: URL, subgroup_events: true });
      expect(refused).toMatchObject({ status: 400, body: { error: 'subgroup_events is not supported' } });
      const elsewhere = `/groups/${await newGroup()}/hooks/${made.body.id}`;
      expect((await app.request(owner, 'DELETE', elsewhere)).status).toBe(404);
      expect((await app.request(owner, 'DELETE', one)).status).toBe(204);
      expect((await app.request(owner, 'GET', at)).body).toEqual([]);
    });

    it('are recorded with their group, and at most a hundred', async () => {
      const group = await newGroup();
      const { id } = (await app.request(owner, 'POST', `/groups/${group}/hooks`, { url: URL })).body;
      const audit = await app.testDatabase.query<{ details: object }>(
        `select data -> 'details' as details from outbox where type = 'projects.audit-recorded'
         and data->'subject'->>'type' = 'hook' and data->'subject'->>'id' = $1::text`,
        [String(id)],
      );
      expect(audit).toEqual([
        { details: { groupId: group, groupPath: expect.any(String), triggers: ['push_events'] } },
      ]);
      await app.testDatabase.query(
        `insert into hooks (namespace_id, url, name, description, triggers, branch_filter, branch_filter_strategy, verify_tls)
         select $1, '', '', '', '{}', '', 'wildcard', true from generate_series(2, $2)`,
        [group, MOST_HOOKS],
      );
      expect(await app.request(owner, 'POST', `/groups/${group}/hooks`, { url: URL })).toMatchObject({
        status: 422,
        body: { error: 'Maximum number of group hooks (100) exceeded' },
      });
    });
  });

  it.each<[string, Principal | null, number]>([
    ['anonymous', null, 401],
    ['a user without membership', user(9), 403],
    ['an admin', user(8, { admin: true }), 201],
  ])('of a public project: %s', async (_, caller, status) => {
    const project = await newProject();
    expect((await create(caller, project, { url: URL })).status).toBe(status);
  });
});
