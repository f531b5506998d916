import { waitFor, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';
import { remoteRefs } from '../truth/branches.js';

interface Fork extends ProjectRecord {
  readonly import_status: string;
  readonly import_error: string | null;
  readonly forks_count: number;
  readonly visibility: string;
  readonly forked_from_project?: { readonly id: number };
}

describe('a project that is forked', () => {
  let owner: Person;
  let forker: Person;
  let copy: WorkingCopy;
  let source: ProjectRecord;

  beforeAll(async () => {
    [owner, forker] = await Promise.all([newPerson('owner'), newPerson('forker')]);
    copy = await WorkingCopy.create();
    source = await newProject(owner, 'forked');
    (await owner.api.put(projectPath(source), { visibility: 'public' })).expect(200);
    await copy.commit('readme.md', 'hello\n');
    await copy.git.run(['tag', 'v1']);
    const remote = remoteOf(owner, source.path_with_namespace);
    await copy.push(remote, 'HEAD:refs/heads/trunk', 'v1');
    await copy.push(remote, 'HEAD:refs/heads/other');
  });
  afterAll(() => copy?.remove());

  const read = (project: { id: number }, as = forker) => as.api.read<Fork>(`/projects/${project.id}`);

  async function forked(name = uniqueName('fork')): Promise<Fork> {
    const answer = await forker.api.post(`${projectPath(source)}/fork`, { name, path: name });
    const fork = answer.expect(201).json<Fork>();
    expect([fork.import_status, fork.forked_from_project?.id]).toEqual(['scheduled', source.id]);
    return waitFor('the fork to be finished', async () => {
      const now = await read(fork);
      return ['finished', 'failed'].includes(now.import_status) && now;
    });
  }

  it('is copied with its branches and tags; the fork takes pushes and survives its source', async () => {
    const fork = await forked();
    expect([fork.import_status, fork.import_error, fork.visibility]).toEqual(['finished', null, 'public']);
    const [from, into] = [remoteOf(owner, source.path_with_namespace), remoteOf(forker, fork.path_with_namespace)];
    const refs = await remoteRefs(copy.git, from);
    expect(await remoteRefs(copy.git, into)).toEqual(refs);
    await waitFor('the default branch', async () => (await read(fork)).default_branch === 'trunk');
    expect((await read(source)).forks_count).toBe(1);
    const listed = await forker.api.read<Fork[]>(`${projectPath(source)}/forks?simple=true`);
    expect(listed.map(({ id }) => id)).toEqual([fork.id]);

    await copy.commit('more.md', 'more\n');
    await copy.push(into, 'HEAD:refs/heads/topic');
    expect(await remoteRefs(copy.git, from)).toEqual(refs);

    (await owner.api.put(projectPath(source), { visibility: 'internal' })).expect(200);
    expect((await read(fork)).visibility).toBe('internal');
    (await owner.api.delete(projectPath(source))).expect(202);
    expect(await read(fork)).not.toHaveProperty('forked_from_project');
    const clone = await WorkingCopy.create();
    try {
      await clone.git.run(['fetch', '--quiet', into, '+refs/*:refs/fetched/*']);
      await clone.git.run(['fsck', '--strict']);
    } finally {
      await clone.remove();
    }
  });

  it('is refused where the caller may not fork, or has it already', async () => {
    const hidden = await newProject(owner, 'hidden');
    const fork = (as: Person, body: object = {}) => as.api.post(`${projectPath(hidden)}/fork`, body);
    (await hearth.anonymous.post(`${projectPath(hidden)}/fork`, {})).expect(401);
    (await fork(forker)).expect(404);
    (await owner.api.post(`${projectPath(hidden)}/members`, { user_id: forker.id, access_level: 10 })).expect(201);
    const forbidden = (await fork(forker)).expect(409).json<object>();
    expect(forbidden).toEqual({ message: { forked_from_project_id: ['is forbidden'] } });
    const taken = (await fork(owner)).expect(409).json<{ message: object }>();
    expect(taken.message).toMatchObject({ name: ['has already been taken'], path: ['has already been taken'] });
    const nowhere = (await fork(owner, { namespace: forker.username })).expect(404).json<object>();
    expect(nowhere).toEqual({ message: '404 Target Namespace Not Found' });
  });

  it('is linked by admins and unlinked by its owner', async () => {
    const [one, other] = await Promise.all([newProject(forker, 'one'), newProject(forker, 'other')]);
    const link = `${projectPath(one)}/fork/${other.id}`;
    (await forker.api.post(link)).expect(403);
    expect((await hearth.root.post(link)).expect(201).json<Fork>().forked_from_project?.id).toBe(other.id);
    expect((await hearth.root.post(link)).expect(409).json<object>()).toEqual({ message: 'Project already forked' });
    (await forker.api.delete(`${projectPath(one)}/fork`)).expect(204);
    (await forker.api.delete(`${projectPath(one)}/fork`)).expect(304);
    expect((await read(other)).forks_count).toBe(0);
  });
});
