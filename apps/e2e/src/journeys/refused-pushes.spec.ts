import { waitFor, type CommitRecord, type GitResult, type ProjectRecord } from '@hearth/testing';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';
import { remoteRefs } from '../truth/branches.js';

const FORCE = 'You are not allowed to force push code to a protected branch on this project.';
const DELETE_DEFAULT = 'The default branch of a project cannot be deleted.';

describe('a refused push', () => {
  let owner: Person;
  let project: ProjectRecord;
  let remote: string;
  let copy: WorkingCopy;
  let refs: string[];
  let settled: ProjectRecord;

  beforeAll(async () => {
    [owner, copy] = await Promise.all([newPerson('owner'), WorkingCopy.create()]);
    const created = await newProject(owner, 'guarded');
    remote = remoteOf(owner, created.path_with_namespace);
    await copy.commit('file.txt', 'one\n');
    await copy.commit('file.txt', 'two\n');
    await copy.push(remote, 'main', 'HEAD:refs/heads/topic', 'HEAD:refs/tags/v1');
    project = created;
    refs = await remoteRefs(copy.git, remote);
    expect(refs).toHaveLength(3);
    settled = await waitFor('the push to be noticed', async () => {
      const read = await owner.api.read<ProjectRecord>(projectPath(project));
      return read.default_branch === 'main' && read.last_activity_at > created.last_activity_at && read;
    });
  });
  afterAll(() => copy.remove());

  /** Makes a commit that no branch of the server can reach. */
  function strayCommit(message: string): Promise<string> {
    return copy.git.text('commit-tree', '-m', message, 'HEAD^{tree}');
  }

  async function expectRefused(result: GitResult, reason: string | RegExp, stray?: string): Promise<void> {
    expect(result.code).not.toBe(0);
    expect(result.stderr).toMatch(reason);
    expect(await remoteRefs(copy.git, remote)).toEqual(refs);
    if (stray === undefined) return;
    // Neither fetch nor the API may find an object of a refused push.
    const fetched = await copy.git.attempt(['fetch', '--quiet', '--refetch', remote, `${stray}:refs/stray`]);
    expect(fetched.code).not.toBe(0);
    const answer = await owner.api.get(`${projectPath(project)}/repository/commits`, { ref_name: stray });
    expect(answer.expect(200).json<CommitRecord[]>()).toEqual([]);
  }

  it('may not rewrite the protected default branch', async () => {
    const stray = await strayCommit('Rewritten');
    await expectRefused(await copy.git.attempt(['push', '--force', remote, `${stray}:refs/heads/main`]), FORCE, stray);
  });

  it('may not delete the default branch', async () => {
    await expectRefused(await copy.git.attempt(['push', remote, '--delete', 'main']), DELETE_DEFAULT);
  });

  it("may not write refs that are Hearth's own", async () => {
    for (const ref of ['refs/merge-requests/1/head', 'refs/hearth/x']) {
      const stray = await strayCommit(`For ${ref}`);
      await expectRefused(await copy.git.attempt(['push', remote, `${stray}:${ref}`]), /rejected/, stray);
    }
  });

  it('may not make branches whose names mislead git', async () => {
    const stray = await strayCommit('Misleading');
    for (const ref of ['refs/heads/-x', 'refs/heads/refs/heads/main'])
      await expectRefused(await copy.git.attempt(['push', remote, `${stray}:${ref}`]), /rejected/, stray);
  });

  it('is refused as a whole when it is atomic', async () => {
    const stray = await strayCommit('Atomic');
    const updates = [`${stray}:refs/heads/fine`, `+${stray}:refs/heads/main`];
    await expectRefused(await copy.git.attempt(['push', '--atomic', remote, ...updates]), FORCE, stray);
  });

  it('prints the reason beside each ref', async () => {
    const stray = await strayCommit('Reasons');
    const { stdout, stderr } = await copy.git.attempt(['push', '--porcelain', remote, `+${stray}:refs/heads/main`]);
    expect(`${stdout.toString()}${stderr}`).toMatch(/^!.*refs\/heads\/main.*\[remote rejected\]/m);
    expect(`${stdout.toString()}${stderr}`).toContain(FORCE);
  });

  it('loses against an earlier push, and keeps its commits', async () => {
    const [first, second] = [await strayCommit('First'), await strayCommit('Second')];
    const branch = 'refs/heads/race';
    await copy.push(remote, `${first}:${branch}`);
    const late = await copy.git.attempt(['push', `--force-with-lease=${branch}:`, remote, `${second}:${branch}`]);
    expect(late.code).not.toBe(0);
    expect(await remoteRefs(copy.git, remote)).toEqual([...refs, `${first} ${branch}`].sort());
    await copy.push(remote, '--delete', branch);
  });

  it('leaves no trace in the project', async () => {
    const quiet = await newProject(owner, 'quiet');
    const quietRemote = remoteOf(owner, quiet.path_with_namespace);
    await copy.push(quietRemote, 'main');
    const pushed = await waitFor('the push to be noticed', async () => {
      const read = await owner.api.read<ProjectRecord>(projectPath(quiet));
      return read.default_branch === 'main' && read.last_activity_at > quiet.last_activity_at && read;
    });
    const stray = await strayCommit('No trace');
    expect((await copy.git.attempt(['push', '--force', quietRemote, `${stray}:refs/heads/main`])).code).not.toBe(0);
    expect((await copy.git.attempt(['push', quietRemote, '--delete', 'main'])).code).not.toBe(0);
    // Events of one owner's projects are delivered in the same way: once a later one has arrived, an earlier one would have, too.
    const witness = await newProject(owner, 'witness');
    await copy.push(remoteOf(owner, witness.path_with_namespace), 'main');
    await waitFor('a later event', async () => {
      const read = await owner.api.read<ProjectRecord>(projectPath(witness));
      return read.default_branch !== null;
    });
    expect(await owner.api.read<ProjectRecord>(projectPath(quiet))).toEqual(pushed);
    expect(settled.default_branch).toBe('main');
  });
});
