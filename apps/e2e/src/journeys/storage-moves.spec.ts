import { waitFor, type BranchRecord, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { repositoriesOnDisk, repositoryName, storagesOf } from '../system/storage.js';
import { WorkingCopy } from '../system/working-copy.js';
import { remoteRefs } from '../truth/branches.js';

type ForkRecord = ProjectRecord & { readonly import_status: string };

interface StorageMove {
  id: number;
  state: string;
  source_storage_name: string;
  destination_storage_name: string;
}

const WRITERS = 3;

describe('a move between storages', () => {
  let owner: Person;
  let copy: WorkingCopy;
  const movesOf = (project: ProjectRecord) => `${projectPath(project)}/repository_storage_moves`;

  /** Moves the repository to the other storage, and returns the ended move. */
  async function move(project: ProjectRecord): Promise<StorageMove> {
    const asked = await hearth.root.post(movesOf(project));
    expect([asked.status, asked.json()]).toEqual([201, expect.objectContaining({ state: 'scheduled' })]);
    const { id } = asked.json<StorageMove>();
    return waitFor('the end of the move', async () => {
      const now = await hearth.root.read<StorageMove>(`${movesOf(project)}/${id}`);
      return ['finished', 'failed'].includes(now.state) && now;
    });
  }

  async function started(name: string): Promise<{ project: ProjectRecord; remote: string; tip: string }> {
    const project = await newProject(owner, name, 'public');
    const remote = remoteOf(owner, project.path_with_namespace);
    const tip = await copy.commit(`${name}.txt`, name);
    await copy.push(remote, 'HEAD:refs/heads/main');
    return { project, remote, tip };
  }

  beforeAll(async () => {
    owner = await newPerson('mover');
    copy = await WorkingCopy.create();
  });
  afterAll(() => copy.remove());

  it('takes everything along, there and back', async () => {
    const { project, remote, tip } = await started('settler');
    await copy.push(remote, 'HEAD:refs/heads/topic', 'HEAD:refs/tags/v1');
    const before = await remoteRefs(copy.git, remote);
    const there = await move(project);
    expect(there).toMatchObject({ state: 'finished' });
    expect(await remoteRefs(copy.git, remote)).toEqual(before);
    const folders = [...(await repositoriesOnDisk())].filter((folder) => folder.endsWith(repositoryName(project.id)));
    expect(storagesOf(folders)).toContain(there.destination_storage_name);
    const { disk_path, ...storage } = await hearth.root.read<{ disk_path: string }>(`${projectPath(project)}/storage`);
    expect(storage).toEqual({
      ...{ project_id: project.id, repository_storage: there.destination_storage_name },
      created_at: expect.any(String),
    });
    expect(folders.every((folder) => folder.endsWith(`/${disk_path}.git`))).toBe(true);
    const next = await copy.commit('after.txt', 'after');
    await copy.push(remote, 'HEAD:refs/heads/main');
    const back = await move(project);
    expect(back).toMatchObject({ state: 'finished', destination_storage_name: there.source_storage_name });
    const branches = await owner.api.readAll<BranchRecord>(`${projectPath(project)}/repository/branches`);
    expect(branches.map(({ name, commit }) => [name, commit.id])).toEqual([
      ['main', next],
      ['topic', tip],
    ]);
    const clone = await WorkingCopy.clone(remote, ['--mirror']);
    expect((await clone.git.attempt(['fsck', '--strict'])).code).toBe(0);
    await clone.remove();
    expect(await hearth.root.read<StorageMove[]>(movesOf(project))).toMatchObject([{ id: back.id }, { id: there.id }]);
  });

  it('loses nothing that is pushed meanwhile', async () => {
    const { project, remote } = await started('busy');
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => WorkingCopy.clone(remote)));
    let [pushes, moved] = [0, false];
    const tips = writers.map(async (writer, index) => {
      let tip = '';
      for (let push = 0; !moved || push < 3; push += 1) {
        tip = await writer.commit(`${index}-${push}.txt`, `${push}`);
        await writer.push(remote, `HEAD:refs/heads/writer/${index}`);
        pushes += 1;
      }
      return tip;
    });
    await waitFor('the first pushes', () => Promise.resolve(pushes > WRITERS));
    expect(await move(project)).toMatchObject({ state: 'finished' });
    moved = true;
    const pushed = await Promise.all(tips);
    const branches = await owner.api.readAll<BranchRecord>(`${projectPath(project)}/repository/branches`);
    expect(branches.filter(({ name }) => name !== 'main').map(({ commit }) => commit.id)).toEqual(pushed);
    await Promise.all(writers.map((writer) => writer.remove()));
  });

  it('parts a fork from its source, and they still merge', async () => {
    const { project, tip } = await started('parted');
    const friend = await newPerson('friend');
    const asked = await friend.api.post(`${projectPath(project)}/fork`);
    const fork = asked.json<ForkRecord>();
    await waitFor('the fork', async () => {
      const { import_status } = await friend.api.read<ForkRecord>(`/projects/${fork.id}`);
      return import_status === 'finished';
    });
    expect(await move(project)).toMatchObject({ state: 'finished' });
    const aside = await WorkingCopy.clone(remoteOf(friend, fork.path_with_namespace));
    const change = await aside.commit('change.txt', 'change');
    await aside.push(remoteOf(friend, fork.path_with_namespace), 'HEAD:refs/heads/change');
    const made = await friend.api.post(`/projects/${fork.id}/merge_requests`, {
      ...{ title: 'Change', source_branch: 'change', target_branch: 'main', target_project_id: project.id },
    });
    const { iid } = made.expect(201).json<{ iid: number }>();
    const merged = await owner.api.put(`${projectPath(project)}/merge_requests/${iid}/merge`);
    expect([merged.status, merged.json()]).toEqual([200, expect.objectContaining({ state: 'merged', sha: change })]);
    await aside.git.run(['fetch', '--quiet', remoteOf(owner, project.path_with_namespace), 'main']);
    await aside.git.run(['merge-base', '--is-ancestor', tip, 'FETCH_HEAD']);
    const late = (await (await newPerson('late')).api.post(`${projectPath(project)}/fork`)).json<ForkRecord>();
    await waitFor('the late fork', async () => {
      const { import_status } = await hearth.root.read<ForkRecord>(`/projects/${late.id}`);
      return import_status === 'finished';
    });
    await aside.remove();
  });

  it('is for admins, and to another storage that exists', async () => {
    const { project } = await started('refused');
    expect((await owner.api.post(movesOf(project))).status).toBe(403);
    for (const destination_storage_name of ['nowhere', '-'])
      expect((await hearth.root.post(movesOf(project), { destination_storage_name })).status).toBe(400);
    expect((await hearth.root.get('/project_repository_storage_moves/999999')).status).toBe(404);
    for (const path of ['/project_repository_storage_moves', `${projectPath(project)}/storage`])
      expect((await owner.api.get(path)).status).toBe(403);
  });
});
