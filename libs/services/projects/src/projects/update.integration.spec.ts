import type { Principal, Visibility } from '@hearth/contract-kit';
import { FindMovedProjectQuery } from '@hearth/projects-contracts';
import { until } from '@hearth/data/testing';
import { FakeIdentity } from '../testing/fake-identity.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { whileHeld } from '../testing/while-held.js';

const TAKEN = ['has already been taken'];
const PATH_TAKEN = { path: TAKEN, 'route.path': TAKEN, route: ['is invalid'] };

describe('PUT /projects/:id', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let namespaceId: number;
  let number = 0;
  const ada = user(1, { username: 'ada', name: 'Ada' });
  const master = user(2);
  const developer = user(3);
  const admin = user(4, { admin: true });

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    namespaceId = await app.claim(ada);
  });

  /** A private project called p1, p2, … by default. */
  async function project(visibility: Visibility = 'private', within = namespaceId): Promise<number> {
    const id = await seed.project(within, `p${++number}`, visibility);
    await seed.projectMember(id, master.userId, 40);
    await seed.projectMember(id, developer.userId, 30);
    return id;
  }

  const put = (id: number | string, body: object, caller: Principal | null = ada) =>
    app.request(caller, 'PUT', `/projects/${id}`, body);

  async function restricted<T>(visibilities: Visibility[], work: () => Promise<T>): Promise<T> {
    const identity = app.get(FakeIdentity);
    const before = identity.settings;
    identity.settings = { ...before, restrictedVisibilities: visibilities };
    try {
      return await work();
    } finally {
      identity.settings = before;
    }
  }

  it('changes every setting, and answers the whole project', async () => {
    const id = await project();
    const settings = {
      description: 'Ünïcode',
      visibility: 'public',
      issues_enabled: false,
      merge_requests_enabled: false,
      wiki_enabled: false,
      jobs_enabled: false,
      snippets_enabled: false,
      resolve_outdated_diff_discussions: true,
      container_registry_enabled: false,
      shared_runners_enabled: false,
      group_runners_enabled: false,
      lfs_enabled: false,
      public_jobs: false,
      request_access_enabled: true,
      only_allow_merge_if_pipeline_succeeds: true,
      only_allow_merge_if_all_discussions_are_resolved: true,
      merge_method: 'rebase_merge',
      squash_option: 'default_on',
      merge_pipelines_enabled: true,
      remove_source_branch_after_merge: false,
      autoclose_referenced_issues: false,
      ci_config_path: 'ci/main.yml',
      tag_list: ['one', 'two'],
    };
    const { status, body } = await put(id, settings);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, ...settings });
    expect(body.runners_token).toEqual(expect.any(String));
    expect(body.permissions).toEqual({ project_access: null, group_access: null });
    const { body: read } = await app.request(ada, 'GET', `/projects/${id}`);
    expect(read).toEqual(body);
    const topics = { topics: ['two', 'four'], tag_list: ['one', 'two'] };
    expect((await put(id, topics)).body).toMatchObject({ topics: ['four', 'two'], tag_list: ['four', 'two'] });
    expect((await put(id, { public_builds: 'true', tag_list: 'three', ci_config_path: '' })).body).toMatchObject({
      public_jobs: true,
      tag_list: ['three'],
      ci_config_path: null,
      description: 'Ünïcode',
    });
  });

  it('tells others when fewer people see the project', async () => {
    const id = await project('internal');
    const told = (type: string) =>
      database.query('select data from outbox where key = $1 and type = $2 order by id', [
        String(id),
        `projects.${type}`,
      ]);
    for (const visibility of ['public', 'public', 'internal', 'private', 'internal'])
      await put(id, { visibility, description: visibility });
    const revoked = { data: { projectId: id, namespaceId: null, userId: null, groupId: null } };
    expect(await told('access-revoked')).toEqual([revoked, revoked]);
    const like = {
      ...{ projectId: id, archived: false, mergeRequests: 'enabled', repository: 'enabled', builds: 'enabled' },
      sharedRunnersEnabled: true,
      groupRunnersEnabled: true,
    };
    const visibilities = ['public', 'internal', 'private', 'internal'];
    expect(await told('project-updated')).toEqual(
      visibilities.map((visibility) => ({ data: { ...like, visibility } })),
    );
    await put(id, { merge_requests_enabled: false });
    await app.request(ada, 'POST', `/projects/${id}/archive`);
    const [disabled, archived] = (await told('project-updated')).slice(4);
    expect(disabled).toMatchObject({ data: { mergeRequests: 'disabled', archived: false } });
    expect(archived).toMatchObject({ data: { mergeRequests: 'disabled', archived: true } });
    await put(id, { jobs_enabled: false, group_runners_enabled: false });
    const last = (await told('project-updated')).at(-1);
    expect(last).toMatchObject({ data: { builds: 'disabled', groupRunnersEnabled: false } });
  });

  it('leaves alone what is not named, and is newer afterwards', async () => {
    const id = await project('public');
    const stored = () =>
      database.query<{ updated_at: Date }>(
        `select name, path, visibility, description, tag_list, archived, updated_at from projects where id = $1`,
        [id],
      );
    await database.query(`update projects set updated_at = '2018-01-01T00:00:00Z' where id = $1`, [id]);
    const [before] = await stored();
    await put(id, { wiki_enabled: false });
    const [after] = await stored();
    expect({ ...after, updated_at: null }).toEqual({ ...before, updated_at: null });
    expect(after!.updated_at.getTime()).toBeGreaterThan(before!.updated_at.getTime());
  });

  it('takes texts away that are null', async () => {
    const id = await project();
    await put(id, { description: 'x', ci_config_path: 'ci.yml' });
    const { status, body } = await put(id, { description: null });
    expect([status, body.description, body.ci_config_path]).toEqual([200, null, 'ci.yml']);
    expect((await put(id, { ci_config_path: null })).body.ci_config_path).toBeNull();
  });

  it('needs something to change', async () => {
    const id = await project();
    for (const body of [{}, { id: 7, no_such: 1 }]) {
      const answer = await put(id, body);
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          error:
            'name, path, description, issues_enabled, merge_requests_enabled, jobs_enabled, wiki_enabled, snippets_enabled, issues_access_level, merge_requests_access_level, builds_access_level, wiki_access_level, snippets_access_level, repository_access_level, resolve_outdated_diff_discussions, container_registry_enabled, shared_runners_enabled, group_runners_enabled, visibility, public_jobs, public_builds, only_allow_merge_if_pipeline_succeeds, only_allow_merge_if_all_discussions_are_resolved, merge_method, squash_option, merge_pipelines_enabled, remove_source_branch_after_merge, autoclose_referenced_issues, mr_default_target_self, packages_enabled, auto_devops_enabled, pages_access_level, lfs_enabled, request_access_enabled, tag_list, topics, ci_config_path, printing_merge_request_link_enabled, printing_merge_requests_link_enabled, import_url, avatar, default_branch, repository_size_limit, repository_copies are missing, at least one parameter must be provided',
        },
      ]);
    }
  });

  describe('by another user', () => {
    const hidden = { message: '404 Project Not Found' };
    const forbidden = { message: '403 Forbidden' };

    // Taken from section 9.2 of the reference: an ordinary setting, then name, visibility and path.
    it.each<[string, Principal | null, number | undefined, Visibility, unknown[]]>([
      ['anonymous', null, undefined, 'public', [401, 401, 401, 401]],
      ['a stranger', user(10), undefined, 'private', [404, 404, 404, 404]],
      ['a stranger', user(10), undefined, 'internal', [403, 403, 403, 403]],
      ['an external user', user(11, { external: true }), undefined, 'internal', [404, 404, 404, 404]],
      ['a stranger', user(10), undefined, 'public', [403, 403, 403, 403]],
      ['a guest', user(12), 10, 'private', [403, 403, 403, 403]],
      ['a reporter', user(13), 20, 'private', [403, 403, 403, 403]],
      ['a developer', user(14), 30, 'private', [403, 403, 403, 403]],
      ['a master', user(15), 40, 'private', [200, 403, 403, 200]],
      ['an owner', user(16), 50, 'private', [200, 200, 200, 200]],
      ['an admin', admin, undefined, 'private', [200, 200, 200, 200]],
    ])('%s of a project (%j, %j, %s)', async (_, caller, level, visibility, expected) => {
      const statuses: number[] = [];
      const other = visibility === 'private' ? 'internal' : 'private';
      for (const body of [
        { wiki_enabled: false },
        { name: 'Renamed' },
        { visibility: other },
        { path: `moved-${number}` },
      ]) {
        const id = await seed.project(await seed.group(`g${++number}`, 'public'), `p${number}`, visibility);
        if (caller && level) await seed.projectMember(id, caller.userId, level);
        const answer = await put(id, body, caller);
        statuses.push(answer.status);
        if (answer.status === 403) expect(answer.body).toEqual(forbidden);
        if (answer.status === 404) expect(answer.body).toEqual(hidden);
      }
      expect(statuses).toEqual(expected);
    });

    it('takes the name and visibility that the project has from masters too', async () => {
      const id = await project('private');
      const { status, body } = await put(id, { name: `p${number}`, visibility: 'private', description: 'x' }, master);
      expect([status, body.description]).toEqual([200, 'x']);
    });

    it('reads parameters before it looks who asks', async () => {
      expect((await put(await project(), { visibility: 'secret' }, developer)).body).toEqual({
        error: 'visibility does not have a valid value',
      });
    });

    it.each([
      ['left', 'delete from project_members', 403],
      ['became a developer', 'update project_members set level = 30', 403],
    ])('is refused to a master who %s while the change waited', async (_, statement, expected) => {
      const id = await project();
      const hold = [
        'begin',
        `select from namespaces where id = ${namespaceId} for no key update`,
        `${statement} where project_id = ${id} and user_id = ${master.userId}`,
      ];
      const [answer] = await whileHeld(database, hold, [() => put(id, { description: 'late' }, master)], 'commit');
      expect(answer!.status).toBe(expected);
    });
  });

  it('changes archived projects too', async () => {
    const id = await project();
    await app.request(ada, 'POST', `/projects/${id}/archive`);
    const { status, body } = await put(id, { description: 'of old times' });
    expect([status, body.archived, body.description]).toEqual([200, true, 'of old times']);
  });

  describe('a new path', () => {
    it('moves the project at once; the API does not know the old one', async () => {
      const id = await project('public');
      const old = `ada/p${number}`;
      const { status, body } = await put(encodeURIComponent(old), { path: 'Fresh.Path' });
      expect([status, body.path, body.path_with_namespace]).toEqual([200, 'Fresh.Path', 'ada/Fresh.Path']);
      expect((await app.request(ada, 'GET', '/projects/ada%2Ffresh.path')).body.id).toBe(id);
      expect((await app.request(ada, 'GET', `/projects/${encodeURIComponent(old)}`)).status).toBe(404);
      expect(await app.calls.query(FindMovedProjectQuery, { path: old, user: null })).toEqual({
        fullPath: 'ada/Fresh.Path',
      });
    });

    it('may differ in nothing but case, or not at all', async () => {
      const id = await project();
      expect((await put(id, { path: `P${number}` })).body.path).toBe(`P${number}`);
      expect((await put(id, { path: `P${number}` })).status).toBe(200);
      expect(await database.query('select path from redirects where project_id = $1', [id])).toEqual([]);
    });

    it('leaves the old one to the project that takes it', async () => {
      const id = await project('public');
      const old = `p${number}`;
      await put(id, { path: `${old}-moved` });
      const { status, body: heir } = await app.request(ada, 'POST', '/projects', { name: 'Heir', path: old });
      expect(status).toBe(201);
      expect((await app.request(ada, 'GET', `/projects/ada%2F${old}`)).body.id).toBe(heir.id);
      expect(await app.calls.query(FindMovedProjectQuery, { path: `ada/${old}`, user: null })).toEqual({
        fullPath: null,
      });
      expect((await put(id, { path: old })).body).toEqual({ message: PATH_TAKEN });
    });

    it('may be that of its own wiki', async () => {
      const id = await project();
      expect((await put(id, { path: `p${number}.wiki` })).status).toBe(200);
    });

    it('waits for a move of the namespace, and goes along', async () => {
      const carla = user(50, { username: 'carla' });
      const id = await seed.project(await app.claim(carla), 'inside', 'private');
      const mover = await app.database.connection();
      try {
        await mover.query('begin');
        await mover.query('select id from projects.namespaces where owner_user_id = $1 for no key update', [
          carla.userId,
        ]);
        const change = put(id, { path: 'renamed' }, carla);
        await until('the change waits', async () => (await database.lockWaits()) > 0);
        await mover.query(`update projects.routes set path = replace(path, 'carla', 'moved') where path like 'carla%'`);
        await mover.query('commit');
        expect((await change).body.path_with_namespace).toBe('moved/renamed');
      } finally {
        mover.release();
      }
    });

    it('is given to one of many who want it', async () => {
      const ids = [await project(), await project(), await project()];
      const answers = await Promise.all([
        ...ids.map((id) => put(id, { path: 'desired' })),
        app.request(ada, 'POST', '/projects', { path: 'desired' }),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      for (const { body } of answers.filter(({ status }) => status === 400))
        expect(body.message).toMatchObject(PATH_TAKEN);
      expect(app.failures).toEqual([]);
    });
  });

  describe('is refused', () => {
    it.each<[object, object]>([
      [{ name: '' }, { name: ["can't be blank"] }],
      [
        { name: '-x' },
        {
          name: [
            "can contain only letters, digits, emojis, '_', '.', dash, space. It must start with letter, digit, emoji or '_'.",
          ],
        },
      ],
      [{ name: 'x'.repeat(256) }, { name: ['is too long (maximum is 255 characters)'] }],
      [{ path: '' }, { path: ["can't be blank"] }],
      [
        { path: 'a.git' },
        {
          path: [
            "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'",
          ],
        },
      ],
      [{ path: 'blob' }, { path: ['blob is a reserved name'] }],
      [{ description: 'd'.repeat(2001) }, { description: ['is too long (maximum is 2000 characters)'] }],
      [{ tag_list: ['fine', 't'.repeat(256)] }, { tag_list: ['is too long (maximum is 255 characters)'] }],
      [{ ci_config_path: '../x' }, { ci_config_path: ['cannot include leading slash or directory traversal.'] }],
    ])('%j', async (body, message) => {
      const answer = await put(await project(), body);
      expect([answer.status, answer.body]).toEqual([400, { message }]);
    });

    it('with a name or path that is in use beside it', async () => {
      await app.request(ada, 'POST', '/projects', { name: 'Neighbour' });
      await app.request(ada, 'POST', '/projects', { path: 'book' });
      const id = await project();
      expect((await put(id, { name: 'Neighbour' })).body).toEqual({ message: { name: TAKEN } });
      expect((await put(id, { path: 'NEIGHBOUR' })).body).toEqual({ message: PATH_TAKEN });
      expect((await put(id, { path: 'book.wiki' })).body).toEqual({ message: { name: TAKEN } });
      expect((await put(id, { name: 'neighbour' })).status).toBe(200);
    });

    it('when it would be more open than its group', async () => {
      const id = await project('private', await seed.group('closed', 'internal'));
      expect((await put(id, { visibility: 'public' }, admin)).body).toEqual({
        message: { visibility_level: ['public is not allowed in a internal group.'] },
      });
      expect((await put(id, { visibility: 'internal' }, admin)).status).toBe(200);
    });

    it('with a visibility that only admins may choose, unless the project has it', async () => {
      const [id, open] = [await project(), await project('public')];
      await restricted(['public'], async () => {
        const answer = await put(id, { visibility: 'public' });
        expect([answer.status, answer.body]).toEqual([
          400,
          { message: { visibility_level: ['public has been restricted by your GitLab administrator'] } },
        ]);
        expect((await put(open, { visibility: 'public', description: 'x' })).status).toBe(200);
        expect((await put(id, { visibility: 'public' }, admin)).status).toBe(200);
      });
    });

    it('whole: nothing is changed when one thing is wrong', async () => {
      const id = await project();
      await put(id, { description: 'new', path: 'unheard-of', name: '-' });
      const [row] = await database.query('select description, path from projects where id = $1', [id]);
      expect(row).toEqual({ description: null, path: `p${number}` });
    });

    it('for a project that was deleted meanwhile', async () => {
      const id = await project();
      const answers = await Promise.all([
        app.request(ada, 'DELETE', `/projects/${id}`),
        put(id, { description: 'x' }),
        put(id, { path: 'gone' }),
      ]);
      expect(answers[0].status).toBe(202);
      for (const { status } of answers.slice(1)) expect([200, 404]).toContain(status);
      expect(await database.query('select id from routes where project_id = $1', [id])).toEqual([]);
      expect(app.failures).toEqual([]);
    });
  });

  it('costs no more statements than it has steps', async () => {
    const id = await project();
    await put(id, { description: 'x' });
    expect(await app.countStatements(() => put(id, { description: 'y' }))).toBeLessThanOrEqual(6);
  });
});
