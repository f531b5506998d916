import { segment, type ProjectRecord } from '@hearth/testing';
import { z } from 'zod';
import { hearth, setting } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { AdministeredProject, BasicProject, Project } from '../schemas/records.js';
import { expectAnswer, expectRecord } from './expect-answer.js';

const NAME_RULE =
  "can contain only letters, digits, emojis, '_', '.', dash, space. It must start with letter, digit, emoji or '_'.";
const PATH_RULE =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'";

describe('projects', () => {
  let owner: Person;
  let other: Person;

  beforeAll(async () => {
    [owner, other] = await Promise.all([newPerson('owner'), newPerson('other')]);
  });

  it('are made with the defaults of a fresh project', async () => {
    const name = uniqueName('Fresh Project');
    const path = name.toLowerCase().replace(' ', '-');
    const made = expectRecord(await owner.api.post('/projects', { name }), AdministeredProject, 201);
    expect(made).toMatchObject({
      name,
      path,
      name_with_namespace: `owner of the suite / ${name}`,
      path_with_namespace: `${owner.username}/${path}`,
      visibility: 'private',
      default_branch: null,
      description: null,
      tag_list: [],
      archived: false,
      creator_id: owner.id,
      import_status: 'none',
      import_error: null,
      star_count: 0,
      forks_count: 0,
      open_issues_count: 0,
      issues_enabled: true,
      merge_requests_enabled: true,
      issues_access_level: 'enabled',
      public_jobs: true,
      request_access_enabled: false,
      only_allow_merge_if_pipeline_succeeds: false,
      shared_with_groups: [],
      namespace: {
        kind: 'user',
        path: owner.username,
        name: owner.username,
        full_path: owner.username,
        parent_id: null,
      },
      owner: { id: owner.id, username: owner.username, name: 'owner of the suite' },
      web_url: `${hearth.url}/${owner.username}/${path}`,
      http_url_to_repo: `${hearth.url}/${owner.username}/${path}.git`,
      ssh_url_to_repo: `ssh://git@127.0.0.1:${setting('HEARTH_E2E_SSH_PORT')}/${owner.username}/${path}.git`,
    });
    expect(made._links.self).toBe(`${hearth.url}/api/v4/projects/${made.id}`);
    expect(made.permissions.project_access?.access_level).toBe(40);
    const read = expectRecord(await owner.api.get(`/projects/${made.id}`), AdministeredProject);
    expect({ ...read, last_activity_at: '' }).toEqual({ ...made, last_activity_at: '' });
  });

  it('take a name or a path, and derive the other', async () => {
    const unique = uniqueName('x');
    const named = { name: `My Project! ${unique}` };
    expectAnswer(
      await owner.api.post('/projects', named),
      400,
      expect.objectContaining({ message: expect.anything() }),
    );
    const spaced = (await owner.api.post('/projects', { name: `My Project ${unique}` })).expect(201);
    expect(spaced.json()).toMatchObject({ path: `my-project-${unique}` });
    const byPath = (await owner.api.post('/projects', { path: `Some.Path_${unique}` })).expect(201);
    expect(byPath.json()).toMatchObject({ path: `Some.Path_${unique}`, name: `Some.Path_${unique}` });
    const both = (await owner.api.post('/projects', { name: `日本 🔥 ${unique}`, path: `p-${unique}` })).expect(201);
    expect(both.json()).toMatchObject({ path: `p-${unique}`, name: `日本 🔥 ${unique}` });
  });

  it('need one of the two', async () => {
    const error = 'name, path are missing, at least one parameter must be provided';
    expectAnswer(await owner.api.post('/projects', {}), 400, { error });
    expectAnswer(await owner.api.post('/projects', { name: 'x', visibility: 'hidden' }), 400, {
      error: 'visibility does not have a valid value',
    });
  });

  it.each([
    [{ name: 'bad/name' }, 'name', NAME_RULE],
    [{ name: '-dash' }, 'name', NAME_RULE],
    [{ name: 'fine', path: 'bad path' }, 'path', PATH_RULE],
    [{ name: 'fine', path: 'ends.git' }, 'path', PATH_RULE],
    [{ name: 'fine', path: 'tree' }, 'path', 'tree is a reserved name'],
    [{ name: 'n'.repeat(256), path: 'fine' }, 'name', 'is too long (maximum is 255 characters)'],
    [{ name: 'fine', description: 'd'.repeat(2001) }, 'description', 'is too long (maximum is 2000 characters)'],
    [{ name: 'fine', namespace_id: 2_147_483_647 }, 'namespace', 'is not valid'],
  ])('are refused with the field that is wrong: %j', async (form, field, text) => {
    const answer = await owner.api.post('/projects', form);
    const { message } = answer.expect(400).json<{ message: Record<string, string[]> }>();
    expect(message[field]).toContain(text);
    expect(message['limit_reached']).toEqual([]);
  });

  it('may not be created in the namespace of another user', async () => {
    const { namespace } = expectRecord(
      await other.api.post('/projects', { name: uniqueName('theirs') }),
      AdministeredProject,
      201,
    );
    const answer = await owner.api.post('/projects', { name: uniqueName('mine'), namespace_id: namespace.id });
    expectAnswer(answer, 400, { message: { namespace: ['is not valid'], limit_reached: [] } });
  });

  it('have a path of their own, whatever its case', async () => {
    const { path } = await newProject(owner, 'taken');
    for (const again of [path, path.toUpperCase()]) {
      const answer = await owner.api.post('/projects', { name: uniqueName('name'), path: again });
      const { message } = answer.expect(400).json<{ message: Record<string, string[]> }>();
      expect(message['path'] ?? message['route.path']).toContain('has already been taken');
    }
    expect((await other.api.post('/projects', { path })).status).toBe(201);
  });

  it('of a user may reach the limit of that user', async () => {
    const username = uniqueName('limited');
    const form = {
      username,
      name: 'Limited',
      email: `${username}@example.com`,
      password: 'long enough',
      projects_limit: 0,
    };
    (await hearth.root.post('/users', form)).expect(201);
    const { stdout } = await hearth.run('token', username);
    const headers = { 'private-token': stdout.trim() };
    const answer = await hearth.anonymous.request('POST', '/projects', { headers, json: { name: 'one' } });
    const error = ['Personal project creation is not allowed. Please contact your administrator with questions'];
    expectAnswer(answer, 403, { error });
  });

  it('are shown to the anonymous with the basic fields, to to others with their rights', async () => {
    const path = projectPath(await newProject(owner, 'open', 'public'));
    expectRecord(await hearth.anonymous.get(path), BasicProject);
    const seen = expectRecord(await other.api.get(path), Project);
    expect(seen.permissions).toEqual({ project_access: null, group_access: null });
    expectRecord(await hearth.root.get(path), AdministeredProject);
    expectRecord(await hearth.anonymous.get('/projects'), z.array(BasicProject));
    expectRecord(await owner.api.get('/projects', { simple: true }), z.array(BasicProject));
    expectRecord(await owner.api.get('/projects'), z.array(Project));
  });

  it('are listed by who owns them, what they are called and how visible they are', async () => {
    const project = await newProject(owner, 'findable', 'internal');
    const ids = async (query: Record<string, string | boolean>, caller = owner) =>
      (await caller.api.readAll<ProjectRecord>('/projects', query)).map(({ id }) => id);
    expect(await ids({ search: project.path })).toEqual([project.id]);
    expect(await ids({ search: project.path.slice(2, -2).toUpperCase() })).toEqual([project.id]);
    expect(await ids({ search: 'fi' })).not.toContain(project.id);
    expect(await ids({ owned: true })).toContain(project.id);
    expect(await ids({ membership: true })).toContain(project.id);
    expect(await ids({ owned: true }, other)).not.toContain(project.id);
    expect(await ids({ membership: true }, other)).not.toContain(project.id);
    expect(await ids({ visibility: 'internal' }, other)).toContain(project.id);
    expect(await ids({ visibility: 'public' })).not.toContain(project.id);
    expect(await ids({ archived: true })).not.toContain(project.id);
  });

  it.each([
    ['name', 'asc'],
    ['path', 'desc'],
    ['created_at', 'asc'],
    ['id', 'desc'],
  ])('are listed by %s, %s', async (orderBy, sort) => {
    const rows = await owner.api.readAll<Record<string, string | number>>('/projects', {
      owned: true,
      order_by: orderBy,
      sort,
    });
    const keys = rows.map((row) => row[orderBy]!);
    const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(keys).toEqual(sort === 'asc' ? sorted : sorted.reverse());
  });

  it('are not found under a name that is none', async () => {
    for (const name of ['nobody/nothing', `${owner.username}/nothing`, 'a'.repeat(3_000)]) {
      const answer = await owner.api.get(`/projects/${segment(name)}`);
      expectAnswer(answer, 404, { message: '404 Project Not Found' });
    }
    expect((await owner.api.get(`/projects/${segment('../../etc/passwd')}`)).status).toBe(404);
  });
});
