import { existsSync } from 'node:fs';
import { Git, waitFor, type ApiClient, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { anonymousRemote, newPerson, remoteOf, type Person } from '../system/people.js';
import { uniqueName } from '../system/names.js';
import { newProject, projectPath } from '../system/projects.js';
import { repositoriesContaining } from '../system/storage.js';
import { WorkingCopy } from '../system/working-copy.js';

describe('a deleted project', () => {
  let owner: Person;
  let reader: Person;
  let copy: WorkingCopy;

  beforeAll(async () => {
    [owner, reader, copy] = await Promise.all([newPerson('owner'), newPerson('reader'), WorkingCopy.create()]);
    await copy.commit('file.txt', 'content\n');
  });
  afterAll(() => copy.remove());

  async function pushedProject(): Promise<ProjectRecord> {
    const project = await newProject(owner, 'doomed', 'public');
    await copy.push(remoteOf(owner, project.path_with_namespace), 'main');
    return project;
  }

  async function expectGone(project: ProjectRecord): Promise<void> {
    const callers: ApiClient[] = [owner.api, reader.api, hearth.root, hearth.anonymous];
    const paths = [`/projects/${project.id}`, projectPath(project)];
    for (const caller of callers) {
      for (const path of paths.flatMap((each) => [each, `${each}/repository/branches`, `${each}/repository/commits`])) {
        const answer = await caller.get(path);
        expect([path, answer.status, answer.text]).toEqual([path, 404, '{"message":"404 Project Not Found"}']);
      }
      expect((await caller.readAll<ProjectRecord>('/projects')).map(({ id }) => id)).not.toContain(project.id);
    }
  }

  it('answers 202 and is gone at once for every reader', async () => {
    const project = await pushedProject();
    const answer = await owner.api.delete(projectPath(project));
    expect([answer.status, answer.json()]).toEqual([202, { message: '202 Accepted' }]);
    expect(answer.headers['content-type']).toBe('application/json');
    await expectGone(project);
    expect((await owner.api.delete(`/projects/${project.id}`)).status).toBe(404);
    const { path_with_namespace: fullPath } = project;
    const fetched = await copy.git.attempt(['ls-remote', remoteOf(owner, fullPath)]);
    expect(fetched.code).not.toBe(0);
    expect(fetched.stderr).toMatch(/not found/);
    expect((await copy.git.attempt(['push', remoteOf(owner, fullPath), 'main'])).stderr).toMatch(/not found/);
    expect((await copy.git.attempt(['ls-remote', anonymousRemote(fullPath)])).code).not.toBe(0);
  });

  it('frees its path at once, and nothing of it shows in the next project there', async () => {
    const { id, path, path_with_namespace: fullPath } = await pushedProject();
    (await owner.api.delete(`/projects/${id}`)).expect(202);
    const next = (await owner.api.post('/projects', { path })).expect(201).json<ProjectRecord>();
    expect(next.path_with_namespace).toBe(fullPath);
    expect(next.id).toBeGreaterThan(id);
    expect(await owner.api.readAll(`${projectPath(next)}/repository/branches`)).toEqual([]);
    expect(await new Git(copy.git.folder).lines('ls-remote', remoteOf(owner, fullPath))).toEqual([]);
    const tip = await copy.git.idOf('HEAD');
    await copy.push(remoteOf(owner, fullPath), 'HEAD:refs/heads/other');
    const branches = await owner.api.readAll(`${projectPath(next)}/repository/branches`);
    expect(branches).toMatchObject([{ name: 'other', commit: { id: tip } }]);
  });

  it('soon leaves the storage', async () => {
    const commit = await copy.commit('trace.txt', `${uniqueName('trace')}\n`);
    const project = await pushedProject();
    const [folder, ...others] = await repositoriesContaining(commit);
    expect([folder, others]).toEqual([expect.any(String), []]);
    (await owner.api.delete(`/projects/${project.id}`)).expect(202);
    await waitFor('the storage to be freed', async () => !existsSync(folder!));
    await waitFor('the trash to be emptied', async () => (await repositoriesContaining(commit)).length === 0);
  });
});
