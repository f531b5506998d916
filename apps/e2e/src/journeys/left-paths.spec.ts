import type { ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { WorkingCopy } from '../system/working-copy.js';

/** Clones outlive renames: an owner with the old URL must not push to an attacker who took the path. */
describe('a clone of a project whose namespace was renamed', () => {
  let owner: Person;
  let stranger: Person;

  beforeAll(async () => {
    [owner, stranger] = await Promise.all([newPerson('leaver'), newPerson('heir')]);
  });

  const takenBefore = (path: string) => `${path} has been taken before. Please use another one`;

  /** Makes a project with a commit and a clone of it by its owner. */
  async function cloned(namespaceId?: number): Promise<{ project: ProjectRecord; copy: WorkingCopy }> {
    const answer = await owner.api.post('/projects', {
      name: uniqueName('kept'),
      ...(namespaceId !== undefined && { namespace_id: namespaceId }),
    });
    const project = answer.expect(201).json<ProjectRecord>();
    const remote = remoteOf(owner, project.path_with_namespace);
    const first = await WorkingCopy.create();
    await first.commit('readme.txt', 'first\n');
    await first.push(remote, 'main');
    await first.remove();
    return { project, copy: await WorkingCopy.clone(remote) };
  }

  /** Tries every way in which an attacker could claim the path. */
  async function takeOver(path: string): Promise<void> {
    for (const wanted of [path, path.toUpperCase()]) {
      const created = await stranger.api.post('/groups', { name: uniqueName('heirs'), path: wanted });
      expect(created.expect(400).json<{ message: string }>().message).toContain(takenBefore(wanted));
    }
    const name = uniqueName('own');
    const own = (await stranger.api.post('/groups', { name, path: name })).expect(201).json<{ id: number }>();
    const renamed = await stranger.api.put(`/groups/${own.id}`, { path });
    expect(renamed.expect(400).json<{ message: { path: string[] } }>().message.path).toEqual([takenBefore(path)]);
  }

  /** Commits in the clone, pushes to its original remote, and reads the branch under the project's current path. */
  async function expectPushed(copy: WorkingCopy, { id }: ProjectRecord): Promise<void> {
    const commit = await copy.commit(`${uniqueName('more')}.txt`, 'more\n');
    await copy.git.run(['push', '--quiet', 'origin', 'main']);
    const now = (await owner.api.get(`/projects/${id}`)).expect(200).json<ProjectRecord>();
    const listed = await copy.git.run(['ls-remote', remoteOf(owner, now.path_with_namespace), 'main']);
    expect(listed.toString()).toBe(`${commit}\trefs/heads/main\n`);
  }

  it('of a group still pushes to it, and no stranger can have the path', async () => {
    const path = uniqueName('team');
    const group = (await owner.api.post('/groups', { name: path, path })).expect(201).json<{ id: number }>();
    const { project, copy } = await cloned(group.id);
    (await owner.api.put(`/groups/${group.id}`, { path: `${path}-moved` })).expect(200);
    await takeOver(path);
    await expectPushed(copy, project);
    (await owner.api.put(`/groups/${group.id}`, { path })).expect(200);
    await expectPushed(copy, project);
    await copy.remove();
  });

  it('of a user still pushes to it, and no stranger can have the path', async () => {
    const { project, copy } = await cloned();
    const { username } = owner;
    (await hearth.root.put(`/users/${owner.id}`, { username: uniqueName('renamed') })).expect(200);
    await takeOver(username);
    await expectPushed(copy, project);
    await copy.remove();
  });

  it('is refused where an admin has given the path to another user', async () => {
    const path = uniqueName('given');
    const group = (await owner.api.post('/groups', { name: path, path })).expect(201).json<{ id: number }>();
    const { project, copy } = await cloned(group.id);
    (await owner.api.put(`/groups/${group.id}`, { path: `${path}-moved` })).expect(200);
    (await hearth.root.post('/groups', { name: uniqueName('given'), path })).expect(201);
    await copy.commit('more.txt', 'more\n');
    await expect(copy.git.run(['push', '--quiet', 'origin', 'main'])).rejects.toThrow();
    (await owner.api.get(`/projects/${project.id}`)).expect(200);
    await copy.remove();
  });
});
