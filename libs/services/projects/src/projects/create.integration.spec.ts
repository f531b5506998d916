import { FakeIdentity } from '../testing/fake-identity.js';
import { FakeRepository } from '../testing/fake-repository.js';
import { freshProject, TIME } from '../testing/fresh-project.js';
import { CORRELATION_ID, ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const TAKEN = ['has already been taken'];

describe('POST /projects', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let namespaceId: number;
  const ada = user(1, { username: 'ada', name: 'Ada Lovelace' });
  const bob = user(2, { username: 'bob' });
  const admin = user(3, { username: 'root', admin: true });

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    namespaceId = await app.claim(ada);
    await app.claim(bob);
    await app.claim(admin);
  });

  const create = (body: object, caller = ada) => app.request(caller, 'POST', '/projects', body);

  it('answers the whole project with the defaults', async () => {
    const { status, body } = await create({ name: 'My Project' });
    expect(status).toBe(201);
    expect(body).toEqual(freshProject(body.id, namespaceId));
    expect(body.last_activity_at).toBe(body.created_at);
    expect((await app.request(ada, 'GET', `/projects/${body.id}`)).body).toEqual(body);
  });

  it('keeps every setting', async () => {
    const settings = {
      path: 'settings',
      description: 'Ünïcode & <markup>',
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
      merge_method: 'ff',
      squash_option: 'always',
      merge_pipelines_enabled: true,
      remove_source_branch_after_merge: false,
      autoclose_referenced_issues: false,
      packages_enabled: false,
      printing_merge_request_link_enabled: false,
      ci_config_path: 'ci/main.yml',
    };
    const { body } = await create({ ...settings, tag_list: ['web', ' api ', 'web', ''] });
    expect(body).toMatchObject({ ...settings, name: 'settings', tag_list: ['api', 'web'] });
    expect(body).not.toHaveProperty('open_issues_count');
    expect(body._links).not.toHaveProperty('issues');
    expect(body._links).not.toHaveProperty('merge_requests');
  });

  it('ignores what clients send besides, and takes text for values', async () => {
    const extras = {
      initialize_with_readme: false,
      default_branch: '',
      namespace_id: '',
      tag_list: 'b, a',
      no_such: 1,
    };
    const { status, body } = await create({ name: 'Extras', description: null, wiki_enabled: '0', ...extras });
    expect([status, body.wiki_enabled, body.tag_list, body.namespace.id]).toEqual([
      201,
      false,
      ['a', 'b'],
      namespaceId,
    ]);
    expect((await create({ name: 'Old spelling', public_builds: 'false' })).body.public_jobs).toBe(false);
  });

  it('tells others, in the transaction of the change', async () => {
    const { body } = await create({ name: 'Told' });
    const events = await database.query('select type, key, data, actor, correlation from outbox where key = $1', [
      String(body.id),
    ]);
    expect(events).toEqual([
      {
        type: 'projects.project-created',
        key: String(body.id),
        data: { projectId: body.id, creatorId: 1 },
        actor: 1,
        correlation: CORRELATION_ID,
      },
    ]);
  });

  it('begins with a README on request, which its answer and its event know of', async () => {
    const repository = app.get(FakeRepository);
    const about = { description: 'What it is for', default_branch: 'trunk' };
    const { status, body } = await create({ name: 'Read me', initialize_with_readme: true, ...about });
    expect([status, body.default_branch, body.empty_repo]).toEqual([201, 'trunk', false]);
    const { userId, name, email } = ada;
    const commit = {
      readme: '# Read me\n\nWhat it is for\n',
      author: { userId, name, email },
      committedAt: expect.stringMatching(TIME),
    };
    expect(repository.initialized).toEqual([{ projectId: body.id, branch: 'trunk', commit }]);
    const [created] = await database.query('select data from outbox where key = $1', [String(body.id)]);
    const firstCommit = repository.initialized[0]!.commit;
    expect(created).toMatchObject({ data: { projectId: body.id, defaultBranch: 'trunk', firstCommit } });
    expect((await app.request(ada, 'GET', `/projects/${body.id}`)).body.default_branch).toBe('trunk');
  });

  it('begins on the branch of the request, the group, the group on top or the instance', async () => {
    const repository = app.get(FakeRepository);
    const identity = app.get(FakeIdentity);
    const top = await seed.group('top-branches', 'public');
    const sub = await seed.group('sub-branches', 'public', [top]);
    await database.query(`update namespaces set default_branch = 'ours' where id = $1`, [top]);
    await seed.namespaceMember(top, ada.userId, 50);
    const { settings } = identity;
    identity.settings = { ...settings, defaultBranchName: 'everywhere' };
    const branchOf = async (body: object) => {
      await create({ name: `branch-${repository.initialized.length}`, initialize_with_readme: true, ...body });
      return repository.initialized.at(-1)!.branch;
    };
    expect(await branchOf({})).toBe('everywhere');
    expect(await branchOf({ namespace_id: sub })).toBe('ours');
    expect(await branchOf({ namespace_id: sub, default_branch: 'mine' })).toBe('mine');
    identity.settings = settings;
    expect(await branchOf({})).toBeNull();
  });

  it('exists where its README cannot be written at once, which then follows by the event', async () => {
    const repository = app.get(FakeRepository);
    repository.busy = true;
    const { status, body } = await create({ name: 'Read later', initialize_with_readme: true });
    repository.busy = false;
    expect([status, body.default_branch, body.empty_repo]).toEqual([201, null, true]);
    const [created] = await database.query('select data from outbox where key = $1', [String(body.id)]);
    expect(created).toMatchObject({ data: { firstCommit: { readme: '# Read later\n' } } });
  });

  const refused = (errors: object) => ({ message: { ...errors, limit_reached: [] } });

  it.each<[string, object, unknown]>([
    ['neither name nor path', {}, { error: 'name, path are missing, at least one parameter must be provided' }],
    ['a bad visibility', { name: 'x', visibility: 'secret' }, { error: 'visibility does not have a valid value' }],
    [
      'several bad values',
      { namespace_id: 'x', visibility: 1, issues_enabled: 'maybe' },
      {
        error: `name, path are missing, at least one parameter must be provided, issues_enabled is invalid, visibility does not have a valid value, namespace_id is invalid`,
      },
    ],
    ['an empty slug', { name: '日本' }, refused({ path: ["can't be blank"] })],
    ['blank name and path', { name: '', path: '' }, refused({ path: ["can't be blank"], name: ["can't be blank"] })],
    ['a reserved path', { path: 'tree' }, refused({ path: ['tree is a reserved name'] })],
    [
      'a long description',
      { name: 'x', description: 'd'.repeat(2001) },
      refused({ description: ['is too long (maximum is 2000 characters)'] }),
    ],
    [
      'an absolute CI path',
      { name: 'x', ci_config_path: '/x' },
      refused({ ci_config_path: ['cannot include leading slash or directory traversal.'] }),
    ],
    [
      'a README beside imported files',
      { name: 'x', initialize_with_readme: true, import_url: 'https://example.com/a.git' },
      refused({ initialize_with_readme: ['cannot be used with import_url'] }),
    ],
    ['packages', { name: 'x', packages_enabled: true }, { error: 'packages_enabled is not supported' }],
    ['an unknown namespace', { name: 'x', namespace_id: 99_999 }, refused({ namespace: ['is not valid'] })],
    [
      'a default branch that no event could tell of',
      { name: 'x', default_branch: 'b'.repeat(1_000_000) },
      refused({ default_branch: ['is too long (maximum is 255 characters)'] }),
    ],
    ['text that cannot be stored', { name: 'a\0b' }, { error: 'name is invalid' }],
  ])('refuses %s', async (_, body, expected) => {
    const answer = await create(body);
    expect([answer.status, answer.body]).toEqual([400, expected]);
  });

  it('refuses anonymous callers before anything else', async () => {
    const { status, body } = await app.request(null, 'POST', '/projects', {});
    expect([status, body]).toEqual([401, { message: '401 Unauthorized' }]);
  });

  it('refuses a duplicate with every key that clients know', async () => {
    await create({ name: 'Twin' });
    const again = await create({ name: 'Twin' });
    expect([again.status, again.body]).toEqual([
      400,
      { message: { path: TAKEN, name: TAKEN, 'route.path': TAKEN, route: ['is invalid'], limit_reached: [] } },
    ]);
    expect((await create({ name: 'Twin', path: 'other' })).body).toEqual({
      message: { name: TAKEN, limit_reached: [] },
    });
    expect((await create({ name: 'Other', path: 'TWIN' })).body).toEqual({
      message: { path: TAKEN, 'route.path': TAKEN, route: ['is invalid'], limit_reached: [] },
    });
    expect((await create({ name: 'Twin' }, bob)).status).toBe(201);
  });

  it('keeps the path of a wiki for its project', async () => {
    await create({ path: 'book' });
    expect((await create({ path: 'book.wiki' })).body).toEqual({ message: { name: TAKEN, limit_reached: [] } });
    await create({ path: 'notes.wiki' });
    expect((await create({ path: 'notes' })).body).toEqual({ message: { name: TAKEN, limit_reached: [] } });
  });

  it('tells of a path that a subgroup has with all else, and lets one be called like a wiki', async () => {
    const group = await seed.group('library', 'private');
    await seed.namespaceMember(group, ada.userId, 50);
    for (const path of ['shelf', 'atlas.wiki']) await seed.group(path, 'private', [group]);
    const shelf = await create({ path: 'shelf', visibility: 'public', namespace_id: group });
    expect(Object.keys(shelf.body.message)).toEqual(expect.arrayContaining(['path', 'visibility_level']));
    const { status, body } = await create({ path: 'atlas', namespace_id: group });
    expect(status).toBe(201);
    expect((await app.request(ada, 'PUT', `/projects/${body.id}`, { description: 'maps' })).status).toBe(200);
  });

  it('lets exactly one of many at once have a path', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'Race' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 400)]);
    expect(answers.find(({ status }) => status === 400)?.body.message.path).toEqual(TAKEN);
    const wikis = await Promise.all([create({ path: 'both' }), create({ path: 'both.wiki' })]);
    expect(wikis.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(app.failures).toEqual([]);
  });

  describe('with a limit', () => {
    const limited = (id: number, projectsLimit: number) => user(id, { username: `limited-${id}`, projectsLimit });

    it('counts the projects of the own namespace only', async () => {
      const caller = limited(41, 1);
      await app.claim(caller);
      expect((await create({ name: 'one' }, caller)).status).toBe(201);
      const { status, body } = await create({ name: 'two' }, caller);
      expect([status, body]).toEqual([
        403,
        { error: ['Your project limit is 1 projects! Please contact your administrator to increase it'] },
      ]);
    });

    it('of nothing has words of its own', async () => {
      const caller = limited(42, 0);
      await app.claim(caller);
      const { status, body } = await create({ name: 'one' }, caller);
      expect([status, body]).toEqual([
        403,
        { error: ['Personal project creation is not allowed. Please contact your administrator with questions'] },
      ]);
    });

    it('lets through as many of many at once', async () => {
      const caller = limited(43, 2);
      await app.claim(caller);
      const answers = await Promise.all([1, 2, 3, 4, 5].map((name) => create({ name: `at once ${name}` }, caller)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
    });
  });

  describe('in other namespaces', () => {
    let team: number;
    let below: number;

    beforeAll(async () => {
      team = await seed.group('team', 'internal');
      below = await seed.group('below', 'internal', [team]);
      await seed.namespaceMember(team, ada.userId, 40);
      await seed.namespaceMember(team, bob.userId, 30);
    });

    it('allows masters of the group or an ancestor, and no lower level', async () => {
      const inTeam = await create({ name: 'Team tool', namespace_id: team });
      expect([inTeam.status, inTeam.body.path_with_namespace]).toEqual([201, 'team/team-tool']);
      const inBelow = await create({ name: 'Deep', namespace_id: below });
      expect([inBelow.status, inBelow.body.path_with_namespace]).toEqual([201, 'team/below/deep']);
      expect((await create({ name: 'No', namespace_id: team }, bob)).body).toEqual({
        message: { namespace: ['is not valid'], limit_reached: [] },
      });
      expect((await create({ name: 'Root tool', namespace_id: team }, admin)).status).toBe(201);
    });

    it('adds no member and prints no owner, but the rights in the group', async () => {
      const { body } = await create({ name: 'Members', namespace_id: team });
      expect(body).not.toHaveProperty('owner');
      expect(body.permissions).toEqual({
        project_access: null,
        group_access: { access_level: 40, notification_level: 3 },
      });
      expect(await database.query('select * from project_members where project_id = $1', [body.id])).toEqual([]);
    });

    it('is never more visible than the group', async () => {
      const { status, body } = await create({ name: 'Loud', namespace_id: team, visibility: 'public' });
      expect([status, body]).toEqual([
        400,
        { message: { visibility_level: ['public is not allowed in a internal group.'], limit_reached: [] } },
      ]);
    });

    it("is not another user's own, except for admins", async () => {
      expect((await create({ name: 'Guest', namespace_id: namespaceId }, bob)).status).toBe(400);
      const { status, body } = await create({ name: 'From above', namespace_id: namespaceId }, admin);
      expect([status, body.owner.id, body.creator_id]).toEqual([201, 1, 3]);
    });

    it('leaves a path to one of project and subgroup', async () => {
      const { status, body } = await create({ path: 'BELOW', namespace_id: team });
      expect([status, body.message.path]).toEqual([400, TAKEN]);
    });
  });

  describe('as the instance has it', () => {
    const settled = async <T>(settings: Partial<FakeIdentity['settings']>, work: () => Promise<T>): Promise<T> => {
      const identity = app.get(FakeIdentity);
      const before = identity.settings;
      identity.settings = { ...before, ...settings };
      try {
        return await work();
      } finally {
        identity.settings = before;
      }
    };

    it('is as open as the default, or as its group and the restrictions allow', async () => {
      const closed = await seed.group('closed', 'internal');
      await seed.namespaceMember(closed, ada.userId, 50);
      await settled({ defaultProjectVisibility: 'public' }, async () => {
        expect((await create({ name: 'By default' })).body.visibility).toBe('public');
        expect((await create({ name: 'Chosen', visibility: 'private' })).body.visibility).toBe('private');
        expect((await create({ name: 'In a group', namespace_id: closed })).body.visibility).toBe('internal');
      });
      await settled({ defaultProjectVisibility: 'public', restrictedVisibilities: ['public'] }, async () => {
        expect((await create({ name: 'Restricted default' })).body.visibility).toBe('internal');
        expect((await create({ name: 'Default of admins' }, admin)).body.visibility).toBe('public');
      });
    });

    it('is of a restricted visibility for admins only, wherever it is to go', async () => {
      await settled({ restrictedVisibilities: ['public', 'internal'] }, async () => {
        const { status, body } = await create({ name: 'Loud', visibility: 'internal', namespace_id: 99_999 });
        const text = 'internal has been restricted by your GitLab administrator';
        expect([status, body]).toEqual([400, { message: { visibility_level: [text], limit_reached: [] } }]);
        expect((await create({ name: 'Loud', visibility: 'internal' }, admin)).status).toBe(201);
        expect((await create({ name: 'Quiet', visibility: 'private' })).status).toBe(201);
      });
    });
  });

  it('ends what led on from its path', async () => {
    const { body: first } = await create({ name: 'Led on' });
    await app.request(ada, 'PUT', `/projects/${first.id}`, { path: 'led-elsewhere', name: 'Elsewhere' });
    const leads = () => database.query('select path from redirects where project_id = $1', [first.id]);
    expect(await leads()).toEqual([{ path: 'ada/led-on' }]);
    expect((await create({ name: 'Led on' })).status).toBe(201);
    expect(await leads()).toEqual([]);
  });

  it('changes nothing when it is refused', async () => {
    const count = () =>
      database.query('select (select count(*) from projects), (select count(*) from outbox) as events');
    const before = await count();
    await create({ name: 'x', description: 'd'.repeat(2001) });
    expect(await count()).toEqual(before);
  });
});
