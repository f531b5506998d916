import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Git, makeTemporaryFolder, type ApiClient, type TemporaryFolder } from '@hearth/testing';
import { AllInOne } from './testing/all-in-one.js';

interface Shown {
  readonly id: number;
  readonly path_with_namespace: string;
  readonly default_branch: string | null;
  readonly http_url_to_repo: string;
}

describe('git and a project that moves, through every service', () => {
  let hearth: AllInOne;
  let folder: TemporaryFolder;
  let git: Git;
  let root: ApiClient;
  let ada: ApiClient;
  let userId: number;
  let project: Shown;
  let commits = 0;

  beforeAll(async () => {
    hearth = await AllInOne.start();
    folder = await makeTemporaryFolder('moved-projects');
    git = new Git(folder.path);
    root = await hearth.client('root');
    userId = await person('ada', 'Ada');
    ada = await hearth.client('ada');
    project = (await ada.post('/projects', { name: 'Tool' })).expect(201).json<Shown>();
    await git.run(['init', '--quiet', '-b', 'main']);
    const url = new URL(project.http_url_to_repo);
    Object.assign(url, { username: 'ada', password: await hearth.token('ada') });
    await git.run(['remote', 'add', 'origin', url.href]);
    await commit();
    await git.run(['push', '--quiet', 'origin', 'main', 'main:trunk']);
  }, 120_000);

  afterAll(async () => {
    await hearth?.stop();
    await folder?.remove();
  }, 60_000);

  async function person(username: string, name: string): Promise<number> {
    const account = { username, name, email: `${name}@example.com`, password: 'correct horse battery' };
    return (await root.post('/users', account)).expect(201).json<Shown>().id;
  }

  async function commit(): Promise<void> {
    await writeFile(path.join(folder.path, `${++commits}.txt`), String(commits));
    await git.run(['add', '.']);
    await git.run(['commit', '--quiet', '-m', String(commits)]);
  }

  /** Pushes to the original URL, and checks that the project got the commit under its current path. */
  async function pushes(): Promise<void> {
    await commit();
    await git.run(['push', '--quiet', 'origin', 'main']);
    await git.run(['fetch', '--quiet', 'origin']);
    const [newest] = await root.read<{ id: string }[]>(`/projects/${project.id}/repository/commits`, {
      ref_name: 'main',
    });
    expect(newest!.id).toBe(await git.text('rev-parse', 'HEAD'));
  }

  const shown = () => root.read<Shown>(`/projects/${project.id}`);

  it('takes its default branch from the API, if it is there', async () => {
    const changed = await ada.put(`/projects/${project.id}`, { default_branch: 'trunk' });
    expect(changed.expect(200).json<Shown>().default_branch).toBe('trunk');
    expect(await git.text('ls-remote', '--symref', 'origin', 'HEAD')).toContain('ref: refs/heads/trunk\tHEAD');
    const refused = await ada.put(`/projects/${project.id}`, { default_branch: 'nope' });
    expect(refused.expect(400).json()).toEqual({
      message: { base: ["Could not change HEAD: branch 'nope' does not exist"] },
    });
  }, 30_000);

  it('is followed by its old URL when it is renamed, its owner is, and it goes into a group that is renamed', async () => {
    (await ada.put(`/projects/${project.id}`, { path: 'renamed' })).expect(200);
    await pushes();
    (await root.put(`/users/${userId}`, { username: 'countess' })).expect(200);
    await pushes();
    const group = (await root.post('/groups', { name: 'Team', path: 'team' })).expect(201).json<Shown>();
    (await root.post(`/groups/${group.id}/projects/${project.id}`)).expect(201);
    (await root.put(`/groups/${group.id}`, { path: 'crew' })).expect(200);
    await pushes();
    expect((await shown()).path_with_namespace).toBe('crew/renamed');
    for (const old of ['ada%2Ftool', 'ada%2Frenamed', 'countess%2Frenamed', 'team%2Frenamed'])
      (await root.get(`/projects/${old}`)).expect(404);
  }, 60_000);

  it('is not written to by any URL while it is archived', async () => {
    (await root.post(`/projects/${project.id}/archive`)).expect(201);
    await commit();
    const { code, stderr } = await git.attempt(['push', 'origin', 'main']);
    expect([code, stderr]).toEqual([128, expect.stringContaining('403')]);
    (await root.post(`/projects/${project.id}/unarchive`)).expect(201);
    await pushes();
  }, 60_000);

  it('leaves its old URL to the project that takes it', async () => {
    const heir = await person('ada', 'Heir');
    (await root.post(`/projects/user/${heir}`, { name: 'Tool' })).expect(201);
    const { code, stderr } = await git.attempt(['fetch', 'origin']);
    expect([code, stderr]).toEqual([128, expect.stringContaining('not found')]);
  }, 60_000);
});
