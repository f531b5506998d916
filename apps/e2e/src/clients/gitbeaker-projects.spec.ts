import { uniqueName } from '../system/names.js';
import { PIXEL, admin, createUserWithClient, refusal, type UserWithClient } from './gitbeaker.js';

const HIDDEN = [404, '404 Project Not Found'];

describe('gitbeaker, unmodified, on projects', () => {
  let owner: UserWithClient;
  let other: UserWithClient;

  beforeAll(async () => {
    [owner, other] = [await createUserWithClient('owner'), await createUserWithClient('other')];
  });

  const newProject = (options: object = {}) => owner.client.Projects.create({ name: uniqueName('beaker'), ...options });

  async function newGroup(): Promise<number> {
    const path = uniqueName('beakers');
    return (await owner.client.Groups.create(path, path)).id;
  }

  it('makes, reads, changes and deletes them', async () => {
    const { Projects } = owner.client;
    const project = await newProject({ description: 'Made', visibility: 'private', issuesEnabled: false });
    expect(project).toMatchObject({ description: 'Made', visibility: 'private', issues_enabled: false });
    const path = `${owner.username}/${project.path}`;
    expect(await Projects.show(path)).toEqual(await Projects.show(project.id));
    await Projects.edit(project.id, { description: 'Changed', visibility: 'internal' });
    expect(await other.client.Projects.show(path)).toMatchObject({ description: 'Changed', visibility: 'internal' });
    expect((await refusal(newProject({ name: project.name })))[0]).toBe(400);
    expect(await refusal(other.client.Projects.remove(project.id))).toEqual([403, '403 Forbidden']);
    await Projects.remove(project.id);
    expect(await refusal(Projects.show(project.id))).toEqual(HIDDEN);
  });

  it('makes them for others, as an admin', async () => {
    const project = await admin.Projects.create({ name: uniqueName('given'), userId: other.id });
    expect((await other.client.Projects.show(project.id)).path_with_namespace).toBe(
      `${other.username}/${project.path}`,
    );
    expect((await refusal(owner.client.Projects.create({ name: 'x', userId: other.id })))[0]).toBe(403);
    const theirs = await admin.Projects.all({ userId: String(other.id) });
    expect(theirs.map(({ id }) => id)).toContain(project.id);
  });

  it('lists them over all pages, by offset and by keys', async () => {
    const made = [await newProject(), await newProject(), await newProject()].map(({ id }) => id);
    const ids = async (options: object) => (await owner.client.Projects.all(options)).map(({ id }) => id);
    expect(await ids({ owned: true, perPage: 1 })).toEqual(expect.arrayContaining(made));
    const keys = { owned: true, perPage: 1, pagination: 'keyset', orderBy: 'id' };
    const descending = await ids({ ...keys, sort: 'desc' });
    expect(descending).toEqual(descending.toSorted((a, b) => b - a));
    expect(descending).toEqual(expect.arrayContaining(made));
    expect(await ids({ ...keys, sort: 'asc' })).toEqual(descending.toReversed());
    expect(await ids({ search: (await owner.client.Projects.show(made[0]!)).name })).toEqual([made[0]]);
    expect(await ids({ owned: true, archived: true })).toEqual([]);
    expect((await refusal(owner.client.Projects.all({ orderBy: 'size' as 'id', sort: 'asc' })))[0]).toBe(400);
  });

  it('stars, archives, shares and transfers them', async () => {
    const { Projects } = owner.client;
    const { id, path } = await newProject({ visibility: 'public' });
    expect((await other.client.Projects.star(id)).star_count).toBe(1);
    expect((await other.client.Projects.unstar(id)).star_count).toBe(0);
    expect((await Projects.archive(id)).archived).toBe(true);
    expect((await Projects.unarchive(id)).archived).toBe(false);
    const group = await newGroup();
    await Projects.share(id, group, 20);
    const groups = async () => [
      (await Projects.allInvitedGroups(id)).map((invited) => invited.id),
      (await Projects.allSharableGroups(id)).some((location) => location.id === group),
    ];
    expect((await Projects.show(id)).shared_with_groups).toEqual([expect.objectContaining({ group_id: group })]);
    expect(await groups()).toEqual([[group], false]);
    await Projects.unshare(id, group);
    expect((await Projects.show(id)).shared_with_groups).toEqual([]);
    expect(await groups()).toEqual([[], true]);
    await Projects.transfer(id, group);
    const { full_path: fullPath } = await owner.client.Groups.show(group);
    expect((await Projects.show(id)).path_with_namespace).toBe(`${fullPath}/${path}`);
  });

  it('hangs up a picture and takes it down', async () => {
    const { id } = await newProject({ visibility: 'public' });
    const content = new Blob([PIXEL], { type: 'image/png' });
    await owner.client.Projects.uploadAvatar(id, { content, filename: 'pixel.png' });
    const { avatar_url: url } = await owner.client.Projects.show(id);
    expect(Buffer.from(await (await fetch(url!)).arrayBuffer()).equals(PIXEL)).toBe(true);
    await owner.client.Projects.removeAvatar(id);
    expect((await owner.client.Projects.show(id)).avatar_url).toBeNull();
  });

  it('adds, changes and removes members', async () => {
    const { id } = await newProject();
    const { ProjectMembers } = owner.client;
    await ProjectMembers.add(id, 30, { userId: other.id, expiresAt: '2099-01-01' });
    expect(await ProjectMembers.show(id, other.id)).toMatchObject({ access_level: 30, expires_at: '2099-01-01' });
    expect((await other.client.Projects.show(id)).id).toBe(id);
    expect((await refusal(ProjectMembers.add(id, 30, { userId: other.id })))[0]).toBe(409);
    await ProjectMembers.edit(id, other.id, 20);
    const all = await ProjectMembers.all(id, { includeInherited: true });
    expect(all.map((member) => [member.id, member.access_level])).toEqual(expect.arrayContaining([[other.id, 20]]));
    expect((await owner.client.Projects.allUsers(id)).map((user) => user.id)).toContain(other.id);
    expect((await refusal(other.client.ProjectMembers.add(id, 30, { userId: 1 })))[0]).toBe(403);
    await ProjectMembers.remove(id, other.id);
    expect(await refusal(other.client.Projects.show(id))).toEqual(HIDDEN);
  });

  it('asks for access, and grants and denies it', async () => {
    const { id } = await newProject({ visibility: 'public', requestAccessEnabled: true });
    const asker = await createUserWithClient('asker');
    for (const person of [asker, other]) await person.client.ProjectAccessRequests.request(id);
    const { ProjectAccessRequests, ProjectMembers } = owner.client;
    expect((await ProjectAccessRequests.all(id)).map((request) => request.id)).toHaveLength(2);
    await ProjectAccessRequests.approve(id, asker.id, { accessLevel: 20 });
    await ProjectAccessRequests.deny(id, other.id);
    expect((await ProjectMembers.show(id, asker.id)).access_level).toBe(20);
    expect((await refusal(ProjectMembers.show(id, other.id)))[0]).toBe(404);
  });

  it('notes custom attributes', async () => {
    const { id } = await newProject();
    const attributes = admin.ProjectCustomAttributes;
    await attributes.set(id, 'team', 'red');
    expect(await attributes.all(id)).toEqual([{ key: 'team', value: 'red' }]);
    await attributes.remove(id, 'team');
    expect((await refusal(attributes.show(id, 'team')))[0]).toBe(404);
    expect((await refusal(owner.client.ProjectCustomAttributes.all(id)))[0]).toBe(403);
  });
});
