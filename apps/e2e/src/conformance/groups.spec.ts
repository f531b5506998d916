import { z } from 'zod';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import {
  CustomAttribute,
  Group,
  GroupDetail,
  Namespace,
  NamespaceDetail,
  NamespaceExists,
  PublicGroup,
} from '../schemas/records.js';
import { expectAnswer, expectRecord } from './expect-answer.js';

const UNAUTHORIZED = { message: '401 Unauthorized' };
const FORBIDDEN = { message: '403 Forbidden' };
const NO_GROUP = { message: '404 Group Not Found' };
const NOTHING_TO_CHANGE = /^name, path, .* are missing, at least one parameter must be provided$/;

describe('groups', () => {
  let owner: Person;
  let other: Person;

  beforeAll(async () => {
    [owner, other] = [await newPerson('owner'), await newPerson('other')];
  });

  async function newGroup(options: object = {}) {
    const path = uniqueName('group');
    const answer = await owner.api.post('/groups', { name: `The ${path}`, path, ...options });
    return expectRecord(answer, GroupDetail, 201);
  }

  it('are made private, with their creator as owner', async () => {
    const path = uniqueName('fresh');
    const answer = await owner.api.post('/groups', { name: `Fresh ${path}`, path, description: 'new' });
    const group = expectRecord(answer, GroupDetail, 201);
    expect(group).toMatchObject({
      ...{ name: `Fresh ${path}`, path, full_path: path, full_name: `Fresh ${path}`, parent_id: null },
      ...{ description: 'new', visibility: 'private', avatar_url: null },
      ...{ web_url: `${hearth.url}/groups/${path}`, projects: [], shared_projects: [] },
    });
    const member = await owner.api.read<{ access_level: number }>(`/groups/${group.id}/members/${owner.id}`);
    expect(member.access_level).toBe(50);
  });

  it('are read by id and by path in any case, and listed with fewer fields', async () => {
    const { id, path } = await newGroup();
    for (const name of [String(id), path, path.toUpperCase()])
      expect(expectRecord(await owner.api.get(`/groups/${name}`), GroupDetail).id).toBe(id);
    const listed = expectRecord(await owner.api.get('/groups', { search: path }), z.array(Group));
    expect(listed.map((group) => group.id)).toEqual([id]);
  });

  it.each<[string, object, unknown]>([
    ['no name and no path', {}, { error: 'name is missing, path is missing' }],
    ['no path', { name: 'x' }, { error: 'path is missing' }],
    ['a visibility that is none', { name: 'x', path: 'x', visibility: 'secret' }, expect.objectContaining({})],
  ])('are not made with %s', async (_, body, expected) => {
    expectAnswer(await owner.api.post('/groups', body), 400, expected);
  });

  it.each([
    ['a reserved path', 'dashboard', /dashboard is a reserved name/],
    ['a path with a dash at its front', '-x', /can contain only letters, digits/],
    ['a path that ends in .git', 'x.git', /can contain only letters, digits/],
    ['a path with a slash', 'a/b', /can contain only letters, digits/],
    ['a path that is too long', 'x'.repeat(256), /is too long \(maximum is 255 characters\)/],
  ])('are not made with %s', async (_, path, text) => {
    const answer = await owner.api.post('/groups', { name: uniqueName('refused'), path });
    const { message } = answer.expect(400).json<{ message: string }>();
    expect(message).toMatch(/^Failed to save group \{/);
    expect(message).toMatch(text);
  });

  it('are not made where the path is taken, by a group or a user, in any case', async () => {
    const { path } = await newGroup();
    for (const taken of [path, path.toUpperCase(), owner.username]) {
      const answer = await owner.api.post('/groups', { name: uniqueName('taken'), path: taken });
      expect(answer.expect(400).text).toContain('has already been taken');
    }
  });

  it('are created only by callers with the ability', async () => {
    expectAnswer(await hearth.anonymous.post('/groups', { name: 'x', path: uniqueName('x') }), 401, UNAUTHORIZED);
    const { id } = await newGroup({ visibility: 'public' });
    const below = { name: 'below', path: uniqueName('below'), parent_id: id };
    expectAnswer(await other.api.post('/groups', below), 403, FORBIDDEN);
    const hidden = await newGroup();
    expectAnswer(await other.api.post('/groups', { ...below, parent_id: hidden.id }), 404, NO_GROUP);
    expectAnswer(await owner.api.post('/groups', { ...below, parent_id: 99_999_999 }), 404, NO_GROUP);
    (await hearth.root.put(`/users/${other.id}`, { can_create_group: false })).expect(200);
    expectAnswer(await other.api.post('/groups', { name: 'x', path: uniqueName('x') }), 403, FORBIDDEN);
  });

  it('nest to twenty levels, and no deeper', async () => {
    let parent = (await newGroup()).id;
    for (let level = 1; level <= 20; level++) parent = (await newGroup({ parent_id: parent })).id;
    const path = uniqueName('deep');
    const answer = await owner.api.post('/groups', { name: path, path, parent_id: parent });
    expect(answer.expect(400).text).toContain('has too deep level of nesting');
  });

  it('are no more visible than what they are in', async () => {
    const outer = await newGroup({ visibility: 'internal' });
    const path = uniqueName('wide');
    const wide = { name: path, path, parent_id: outer.id, visibility: 'public' };
    expect((await owner.api.post('/groups', wide)).expect(400).text).toContain(
      'public is not allowed since the parent group has a internal visibility.',
    );
    await newGroup({ parent_id: outer.id, visibility: 'internal' });
    const answer = await owner.api.put(`/groups/${outer.id}`, { visibility: 'private' });
    expectAnswer(answer, 400, {
      message: { visibility_level: ['private is not allowed since there are sub-groups with higher visibility.'] },
    });
  });

  it('are changed by owners, and renamed with everything below', async () => {
    const group = await newGroup();
    const below = await newGroup({ parent_id: group.id });
    const path = uniqueName('renamed');
    const changed = await owner.api.put(`/groups/${group.id}`, { path, description: 'Changed' });
    expect(expectRecord(changed, GroupDetail)).toMatchObject({ path, full_path: path, description: 'Changed' });
    const moved = expectRecord(await owner.api.get(`/groups/${below.id}`), GroupDetail);
    expect(moved.full_path).toBe(`${path}/${below.path}`);
    expectAnswer(await owner.api.get(`/groups/${group.path}`), 404, NO_GROUP);
    const { error } = (await owner.api.put(`/groups/${group.id}`, {})).expect(400).json<{ error: string }>();
    expect(error).toMatch(NOTHING_TO_CHANGE);
    expectAnswer(await other.api.put(`/groups/${group.id}`, { name: 'x' }), 404, NO_GROUP);
    expectAnswer(await hearth.anonymous.put(`/groups/${group.id}`, { name: 'x' }), 401, UNAUTHORIZED);
  });

  it('list those below and their projects', async () => {
    const group = await newGroup();
    const below = await newGroup({ parent_id: group.id });
    const subgroups = expectRecord(await owner.api.get(`/groups/${group.id}/subgroups`), z.array(Group));
    expect(subgroups.map(({ id }) => id)).toEqual([below.id]);
    const made = await owner.api.post('/projects', { name: uniqueName('inside'), namespace_id: below.id });
    const { id } = made.expect(201).json<{ id: number }>();
    const ids = async (of: number) =>
      (await owner.api.read<{ id: number }[]>(`/groups/${of}/projects`)).map((project) => project.id);
    expect(await ids(below.id)).toEqual([id]);
    expect(await ids(group.id)).toEqual([]);
    expectAnswer(await hearth.anonymous.get(`/groups/${group.id}/subgroups`), 404, NO_GROUP);
  });

  it.each([
    ['name', 'asc'],
    ['path', 'desc'],
  ] as const)('are listed in the order of their %s, %s', async (field, sort) => {
    await newGroup();
    await newGroup();
    const query = { owned: true, per_page: 100, order_by: field, sort };
    const listed = await owner.api.read<Record<'name' | 'path', string>[]>('/groups', query);
    const shown = listed.map((group) => group[field]);
    expect(shown.length).toBeGreaterThan(2);
    expect(shown).toEqual(sort === 'asc' ? shown.toSorted() : shown.toSorted().toReversed());
  });

  it('are deleted at once, with everything below', async () => {
    const group = await newGroup();
    const below = await newGroup({ parent_id: group.id });
    expectAnswer(await other.api.delete(`/groups/${group.id}`), 404, NO_GROUP);
    expectAnswer(await owner.api.delete(`/groups/${group.id}`), 202, { message: '202 Accepted' });
    for (const { id } of [group, below]) expectAnswer(await owner.api.get(`/groups/${id}`), 404, NO_GROUP);
    expect((await newGroup({ path: group.path })).id).toBeGreaterThan(below.id);
  });

  it('take projects in for admins only', async () => {
    const group = await newGroup();
    const made = await owner.api.post('/projects', { name: uniqueName('moving') });
    const { id } = made.expect(201).json<{ id: number }>();
    const path = `/groups/${group.id}/projects/${id}`;
    expectAnswer(await owner.api.post(path), 403, FORBIDDEN);
    expect(expectRecord(await hearth.root.post(path), GroupDetail, 201).projects.map((each) => each.id)).toEqual([id]);
  });

  it('carry custom attributes for admins', async () => {
    const { id } = await newGroup();
    const path = `/groups/${id}/custom_attributes`;
    const set = await hearth.root.put(`${path}/unit`, { value: 'north' });
    expect(expectRecord(set, CustomAttribute)).toEqual({ key: 'unit', value: 'north' });
    expectAnswer(await hearth.root.get(path), 200, [{ key: 'unit', value: 'north' }]);
    expectAnswer(await hearth.root.put(`${path}/unit`, {}), 400, { error: 'value is missing' });
    expectAnswer(await hearth.root.get(`${path}/none`), 404, { message: '404 Not found' });
    expectAnswer(await owner.api.get(path), 403, FORBIDDEN);
    expect((await hearth.root.delete(`${path}/unit`)).status).toBe(204);
  });

  it('are namespaces, and so are users', async () => {
    const { id, path } = await newGroup();
    const all = expectRecord(await owner.api.get('/namespaces', { per_page: 100 }), z.array(Namespace));
    expect(all.map((each) => each.full_path)).toEqual(expect.arrayContaining([owner.username, path]));
    const one = expectRecord(await owner.api.get(`/namespaces/${id}`), NamespaceDetail);
    expect(one).toMatchObject({ id, kind: 'group', full_path: path, members_count_with_descendants: 1 });
    const own = expectRecord(await owner.api.get(`/namespaces/${owner.username}`), NamespaceDetail);
    expect(own).toMatchObject({ kind: 'user', name: owner.username, parent_id: null });
    expectAnswer(await other.api.get(`/namespaces/${id}`), 404, { message: '404 Namespace Not Found' });
    const use = expectRecord(await other.api.get(`/namespaces/${path}/exists`), NamespaceExists);
    expect(use).toEqual({ exists: true, suggests: [`${path}1`] });
    expectAnswer(await hearth.anonymous.get('/namespaces'), 401, UNAUTHORIZED);
  });

  it('are listed for the projects in them', async () => {
    const { id } = await newGroup();
    const name = uniqueName('inside');
    const created = await owner.api.post('/projects', { name, namespace_id: id });
    const project = created.expect(201).json<{ id: number }>().id;
    const groups = expectRecord(await owner.api.get(`/projects/${project}/groups`), z.array(PublicGroup));
    expect(groups.map((group) => group.id)).toEqual([id]);
  });
});
