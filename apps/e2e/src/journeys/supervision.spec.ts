import { waitFor, type BranchRecord, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { systemStatus } from '../system/processes.js';
import { BackgroundWriter } from '../system/background-writer.js';
import { WorkingCopy } from '../system/working-copy.js';

const BACK_MS = 120_000;

describe('a process that is killed', () => {
  let owner: Person;
  let project: ProjectRecord;
  let remote: string;

  beforeAll(async () => {
    owner = await newPerson('survivor');
    project = await newProject(owner, 'survivor');
    remote = remoteOf(owner, project.path_with_namespace);
  });

  async function readyStatus() {
    return waitFor(
      'the system to be ready',
      async () => {
        const status = await systemStatus();
        return status.ready && status;
      },
      { timeoutMs: BACK_MS, intervalMs: 400 },
    );
  }

  async function killAndWait(name: string): Promise<void> {
    const { pid } = (await readyStatus()).processes.find((each) => each.name === name)!;
    process.kill(pid, 'SIGKILL');
    await waitFor(
      `${name} to be back`,
      async () => {
        const { ready, processes } = await systemStatus();
        return ready && processes.some((each) => each.name === name && each.pid !== pid && each.ready);
      },
      { timeoutMs: BACK_MS, intervalMs: 400 },
    );
  }

  it('is one of those that the command line lists', async () => {
    const { mode, url, processes } = await readyStatus();
    const expected = hearth.split
      ? ['ci', 'gateway', 'identity', 'kafka', 'merge-requests', 'postgres', 'projects', 'repository-1', 'repository-2']
      : ['all-in-one', 'postgres'];
    expect(processes.map(({ name }) => name).sort()).toEqual(expected);
    expect([mode, url]).toEqual([hearth.split ? 'split' : 'single', hearth.url]);
  });

  // The suite of faults kills every process of the split mode, with more that is written meanwhile.
  if (hearth.split) return;

  it('comes back, one after the other, and nothing acknowledged is lost', async () => {
    for (const { name } of (await readyStatus()).processes) {
      const copy = await WorkingCopy.create();
      await copy.commit('base.txt', `${name}\n`);
      await copy.push(remote, `HEAD:refs/heads/${name}/before`);
      const scribe = new BackgroundWriter(owner, copy, remote, `${name}/during`);
      scribe.start();
      await scribe.wrote(1);
      await killAndWait(name);
      await scribe.stop();
      await scribe.expectNothingLost();
      await expectWorking(copy, name);
      await copy.remove();
    }
  });

  async function expectWorking(copy: WorkingCopy, name: string): Promise<void> {
    const tip = await copy.commit('after.txt', `${name}\n`);
    await copy.push(remote, `HEAD:refs/heads/${name}/after`);
    const branches = await owner.api.readAll<BranchRecord>(`${projectPath(project)}/repository/branches`);
    const tips = new Map(branches.map((branch) => [branch.name, branch.commit.id]));
    expect(tips.get(`${name}/after`)).toBe(tip);
    expect(tips.has(`${name}/before`)).toBe(true);
    const clone = await WorkingCopy.clone(remote, ['--mirror']);
    expect((await clone.git.attempt(['fsck', '--strict'])).code).toBe(0);
    expect(await clone.git.idOf(`refs/heads/${name}/after`)).toBe(tip);
    await clone.remove();
    const fresh = await newProject(owner, `after-${name}`);
    await copy.push(remoteOf(owner, fresh.path_with_namespace), 'HEAD:refs/heads/main');
    await waitFor(
      `events to arrive after ${name} was killed`,
      async () => {
        const read = await owner.api.read<ProjectRecord>(projectPath(fresh));
        return read.default_branch === 'main';
      },
      { timeoutMs: 30_000 },
    );
  }
});
