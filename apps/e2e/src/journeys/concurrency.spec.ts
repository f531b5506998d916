import { segment, waitFor, type BranchRecord, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { repositoriesOnDisk, storagesOf } from '../system/storage.js';
import { WorkingCopy } from '../system/working-copy.js';
import { remoteRefs } from '../truth/branches.js';

const WRITERS = 6;
const PUSHES = 4;

describe('at the same time', () => {
  let owner: Person;
  const copies: WorkingCopy[] = [];

  beforeAll(async () => {
    owner = await newPerson('busy');
    for (let index = 0; index < WRITERS; index += 1) copies.push(await WorkingCopy.create());
  });
  afterAll(() => Promise.all(copies.map((copy) => copy.remove())));

  it('pushes to different branches of one repository all arrive', async () => {
    const project = await newProject(owner, 'shared');
    const remote = remoteOf(owner, project.path_with_namespace);
    await copies[0]!.commit('base.txt', 'base\n');
    await copies[0]!.push(remote, 'main');
    const tips = await Promise.all(
      copies.map(async (copy, writer) => {
        let tip = '';
        for (let push = 0; push < PUSHES; push += 1) {
          tip = await copy.commit(`${writer}/${push}.txt`, `${writer} ${push}\n`);
          await copy.push(remote, `HEAD:refs/heads/writer/${writer}`);
        }
        return tip;
      }),
    );
    const branches = await owner.api.readAll<BranchRecord>(`${projectPath(project)}/repository/branches`);
    const seen = branches.filter(({ name }) => name !== 'main').map(({ name, commit }) => [name, commit.id]);
    expect(seen).toEqual(tips.map((tip, writer) => [`writer/${writer}`, tip]));
    const clone = await WorkingCopy.clone(remote, ['--mirror']);
    expect((await clone.git.attempt(['fsck', '--strict'])).code).toBe(0);
    await clone.remove();
  });

  it('one of several pushes to the same branch wins, and the others are told', async () => {
    const project = await newProject(owner, 'contended');
    const remote = remoteOf(owner, project.path_with_namespace);
    await copies[0]!.push(remote, 'HEAD:refs/heads/main');
    const tips = await Promise.all(copies.map((copy) => copy.git.idOf('HEAD')));
    const results = await Promise.all(
      copies.map((copy) => copy.git.attempt(['push', remote, 'HEAD:refs/heads/prize'])),
    );
    const winners = tips.filter((_, writer) => results[writer]!.code === 0);
    expect(winners).toHaveLength(1);
    expect(await remoteRefs(copies[0]!.git, remote)).toContain(`${winners[0]} refs/heads/prize`);
  });

  it('only one project gets a path', async () => {
    const path = uniqueName('contested');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.api.post('/projects', { path, name: path })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 400)]);
    for (const answer of answers.filter(({ status }) => status === 400))
      expect(answer.json<{ message: Record<string, string[]> }>().message['path']).toEqual(['has already been taken']);
    expect((await owner.api.get(`/projects/${segment(`${owner.username}/${path}`)}`)).status).toBe(200);
  });

  it('only one user gets a name', async () => {
    const username = uniqueName('twin');
    const create = (index: number) =>
      hearth.root.post('/users', {
        username,
        name: 'Twin',
        password: 'long enough',
        email: `${index}-${username}@example.com`,
      });
    const statuses = (await Promise.all([1, 2, 3, 4].map(create))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 201 && status !== 409 && status !== 400)).toEqual([]);
  });

  it('many projects are made and pushed, on every storage', async () => {
    const before = await repositoriesOnDisk();
    const projects = await Promise.all(
      copies.flatMap(() => [newProject(owner, 'spread'), newProject(owner, 'spread')]),
    );
    await Promise.all(
      projects.map((project, index) =>
        copies[index % WRITERS]!.push(remoteOf(owner, project.path_with_namespace), 'HEAD:refs/heads/main'),
      ),
    );
    const made = [...(await repositoriesOnDisk())].filter((folder) => !before.has(folder));
    expect(storagesOf(made)).toEqual(new Set(['storage-1', 'storage-2']));
    for (const [index, project] of projects.entries()) {
      const tip = await copies[index % WRITERS]!.git.idOf('HEAD');
      const branches = await owner.api.readAll<BranchRecord>(`${projectPath(project)}/repository/branches`);
      expect(branches.map(({ commit }) => commit.id)).toEqual([tip]);
      await waitFor('the default branch', async () => {
        const read = await owner.api.read<ProjectRecord>(projectPath(project));
        return read.default_branch === 'main';
      });
    }
  });
});
