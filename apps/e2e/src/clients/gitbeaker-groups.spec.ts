import { uniqueName } from '../system/names.js';
import { admin, createUserWithClient, refusal, type UserWithClient } from './gitbeaker.js';

const HIDDEN = [404, '404 Group Not Found'];

describe('gitbeaker, unmodified, on groups', () => {
  let owner: UserWithClient;
  let other: UserWithClient;

  beforeAll(async () => {
    [owner, other] = [await createUserWithClient('owner'), await createUserWithClient('other')];
  });

  async function newGroup(options: object = {}) {
    const path = uniqueName('beakers');
    return owner.client.Groups.create(`The ${path}`, path, options);
  }

  it('makes, reads, changes and deletes them', async () => {
    const { Groups } = owner.client;
    const group = await newGroup({ description: 'Made', visibility: 'private' });
    expect(await Groups.show(group.path)).toEqual(await Groups.show(group.id));
    const path = uniqueName('renamed');
    await Groups.edit(group.id, { path, description: 'Changed' });
    expect(await Groups.show(path)).toMatchObject({ id: group.id, description: 'Changed' });
    expect(await refusal(other.client.Groups.show(group.id))).toEqual(HIDDEN);
    expect((await refusal(Groups.create('again', path)))[0]).toBe(400);
    await Groups.remove(group.id);
    expect(await refusal(Groups.show(group.id))).toEqual(HIDDEN);
  });

  it('nests them, with their projects', async () => {
    const { Groups, Projects } = owner.client;
    const { id, path } = await newGroup();
    const below = await newGroup({ parentId: id });
    expect(below.full_path).toBe(`${path}/${below.path}`);
    expect((await Groups.allSubgroups(id)).map((group) => group.id)).toEqual([below.id]);
    const project = await Projects.create({ name: uniqueName('deep'), namespaceId: below.id });
    expect((await Groups.allProjects(below.id)).map((each) => each.id)).toEqual([project.id]);
    await Groups.remove(id);
    expect((await refusal(Groups.show(below.id)))[0]).toBe(404);
    expect((await refusal(Projects.show(project.id)))[0]).toBe(404);
  });

  it('transfers them with what is in them', async () => {
    const { Groups, Projects } = owner.client;
    const [to, { id, path }] = [await newGroup(), await newGroup()];
    const project = await Projects.create({ name: uniqueName('moved'), namespaceId: id });
    expect(await Groups.transfer(id, { groupId: to.id })).toMatchObject({ parent_id: to.id });
    expect((await Projects.show(project.id)).path_with_namespace).toBe(`${to.path}/${path}/${project.path}`);
    expect((await refusal(Groups.transfer(to.id, { groupId: id })))[0]).toBe(400);
    await Groups.transfer(id);
    expect(await Groups.show(path)).toMatchObject({ id, parent_id: null, full_path: path });
  });

  it('lists them over all pages', async () => {
    const made = [await newGroup(), await newGroup()];
    const owned = await owner.client.Groups.all({ owned: true, perPage: 1, orderBy: 'path', sort: 'asc' });
    const paths = owned.map(({ path }) => path);
    expect(paths).toEqual(paths.toSorted());
    expect(paths).toEqual(expect.arrayContaining(made.map(({ path }) => path)));
    expect((await owner.client.Groups.search(made[0]!.path)).map(({ id }) => id)).toEqual([made[0]!.id]);
    expect(await other.client.Groups.search(made[0]!.path)).toEqual([]);
  });

  it('adds, changes and removes members', async () => {
    const { id } = await newGroup();
    const { GroupMembers } = owner.client;
    await GroupMembers.add(id, 10, { userId: other.id });
    expect((await other.client.Groups.show(id)).id).toBe(id);
    await GroupMembers.edit(id, other.id, 50);
    expect((await GroupMembers.show(id, other.id)).access_level).toBe(50);
    const all = await GroupMembers.all(id, { includeInherited: true });
    expect(all.map((member) => member.id).toSorted()).toEqual([owner.id, other.id].toSorted());
    await GroupMembers.remove(id, owner.id);
    expect(await refusal(owner.client.Groups.show(id))).toEqual(HIDDEN);
    expect((await refusal(other.client.GroupMembers.remove(id, other.id)))[0]).toBe(403);
  });

  it('asks for access', async () => {
    const { id } = await newGroup({ visibility: 'public', requestAccessEnabled: true });
    await other.client.GroupAccessRequests.request(id);
    expect((await owner.client.GroupAccessRequests.all(id)).map((request) => request.id)).toEqual([other.id]);
    await owner.client.GroupAccessRequests.approve(id, other.id);
    expect((await owner.client.GroupMembers.show(id, other.id)).access_level).toBe(30);
  });

  it('takes projects in, as an admin', async () => {
    const { id } = await newGroup();
    const project = await owner.client.Projects.create({ name: uniqueName('moving') });
    await admin.Groups.transferProject(id, project.id);
    expect((await owner.client.Groups.allProjects(id)).map((each) => each.id)).toEqual([project.id]);
    expect((await refusal(owner.client.Groups.transferProject(id, project.id)))[0]).toBe(403);
  });

  it('notes custom attributes', async () => {
    const { id } = await newGroup();
    await admin.GroupCustomAttributes.set(id, 'unit', 'north');
    expect(await admin.GroupCustomAttributes.show(id, 'unit')).toEqual({ key: 'unit', value: 'north' });
    await admin.GroupCustomAttributes.remove(id, 'unit');
    expect(await admin.GroupCustomAttributes.all(id)).toEqual([]);
  });

  it('knows namespaces', async () => {
    const { id, path } = await newGroup();
    const mine = await owner.client.Namespaces.all();
    expect(mine.map((each) => each.full_path)).toEqual(expect.arrayContaining([owner.username, path]));
    expect((await owner.client.Namespaces.all({ search: path })).map((each) => each.id)).toEqual([id]);
    expect((await owner.client.Namespaces.show(owner.username)).kind).toBe('user');
    expect((await owner.client.Namespaces.show(id)).kind).toBe('group');
    expect((await refusal(other.client.Namespaces.show(id)))[0]).toBe(404);
  });
});
