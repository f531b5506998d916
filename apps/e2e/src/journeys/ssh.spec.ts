import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Git, SshClient, makeTemporaryFolder, type ProjectRecord, type TemporaryFolder } from '@hearth/testing';
import { hearth, setting } from '../system/hearth.js';
import { newPerson, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';

const FORCE = 'You are not allowed to force push code to a protected branch on this project.';
const HIDDEN = "The project you were looking for could not be found or you don't have permission to view it.";
const PORT = Number(setting('HEARTH_E2E_SSH_PORT'));
/** More than fits into any buffer on the way. */
const LARGE_BYTES = 8 * 1024 * 1024;

describe('git over SSH', () => {
  let folder: TemporaryFolder;
  let owner: Person;
  let ssh: SshClient;
  let copy: WorkingCopy;
  let projects: ProjectRecord[];

  beforeAll(async () => {
    [folder, owner, copy] = await Promise.all([
      makeTemporaryFolder('ssh-journey'),
      newPerson('owner'),
      WorkingCopy.create(),
    ]);
    ssh = await SshClient.make(folder.path, PORT);
    (await owner.api.post('/user/keys', { title: 'laptop', key: ssh.publicKey })).expect(201);
    // Some on each storage.
    projects = await Promise.all([1, 2, 3, 4].map((index) => newProject(owner, `ssh-${index}`)));
    await copy.commit('file.txt', 'one\n');
    await copy.commit('large.bin', randomBytes(LARGE_BYTES));
  }, 60_000);
  afterAll(async () => {
    await copy?.remove();
    await folder?.remove();
  });

  const by = (words: string[], who = ssh) => copy.git.attempt(words, { environment: who.environment });

  async function succeeds(...words: string[]): Promise<void> {
    const { code, stderr } = await by(words);
    expect([code, stderr]).toEqual([0, expect.anything()]);
  }

  it('is where the API says it is', () => {
    for (const { ssh_url_to_repo: url, path_with_namespace: fullPath } of projects)
      expect(url).toBe(ssh.urlOf(fullPath));
  });

  it('pushes and clones, whichever process has the repository', async () => {
    for (const [index, { ssh_url_to_repo: url }] of projects.entries()) {
      await succeeds('push', '--quiet', url!, 'main');
      const to = path.join(folder.path, `clone-${index}`);
      await succeeds('clone', '--quiet', url!, to);
      expect(await new Git(to).idOf('HEAD')).toBe(await copy.git.idOf('HEAD'));
    }
  }, 120_000);

  it('refuses what the project does not allow, with the reason', async () => {
    const { ssh_url_to_repo: url } = projects[0]!;
    const stray = await copy.git.text('commit-tree', '-m', 'Rewritten', 'HEAD^{tree}');
    const { code, stderr } = await by(['push', '--force', url!, `${stray}:main`]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`remote: ${FORCE}`)]);
  }, 60_000);

  it('archives a branch', async () => {
    const { code, stdout } = await by(['archive', `--remote=${projects[1]!.ssh_url_to_repo}`, 'main', 'file.txt']);
    expect([code, stdout.includes('file.txt')]).toEqual([0, true]);
  });

  it('hides projects, refuses unknown keys and blocked users', async () => {
    const other = await newPerson('other');
    const own = await makeTemporaryFolder('ssh-other');
    const theirs = await SshClient.make(own.path, PORT);
    expect((await theirs.exec(null)).stderr).toContain('Permission denied (publickey)');
    (await other.api.post('/user/keys', { title: 'laptop', key: theirs.publicKey })).expect(201);
    expect((await theirs.exec(null)).stdout.toString()).toBe(`Welcome to Hearth, @${other.username}!\n`);
    for (const url of [projects[0]!.ssh_url_to_repo!, ssh.urlOf('no/such')]) {
      const { code, stderr } = await by(['ls-remote', url], theirs);
      expect([code, stderr]).toEqual([128, expect.stringContaining(`ERROR: ${HIDDEN}`)]);
    }
    (await hearth.root.post(`/users/${other.id}/block`)).expect(201);
    expect((await theirs.exec(null)).stderr).toBe('ERROR: Your account has been blocked.\n');
    await own.remove();
  }, 60_000);

  it('follows a renamed project', async () => {
    const [{ ssh_url_to_repo: url }] = projects as [ProjectRecord];
    (await owner.api.put(projectPath(projects[0]!), { path: 'renamed' })).expect(200);
    const { code, stderr } = await by(['ls-remote', url!]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('has moved to')]);
  });
});
