import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { waitFor, type ProjectRecord } from '@hearth/testing';
import { hearth, setting } from '../system/hearth.js';
import { newPerson, type Person } from '../system/people.js';
import { systemStatus, type SystemProcess } from '../system/processes.js';
import { repositoriesOnDisk, repositoryName } from '../system/storage.js';
import { Balancer } from './balancer.js';
import { planRestarts } from './plan.js';
import { RollingLoad, commitsOf } from './rolling-load.js';
import { randomFor, report, seconds } from './suite.js';

/** Services besides the gateway; `--all` sets every one. */
const RESTARTED = Number(setting('HEARTH_E2E_RESTARTED'));
/** Longest wait for a further effect after the last one. */
const EFFECTS_MS = 30_000;

type Service = SystemProcess & { readonly internalPort: number };

/**
 * The system runs two processes of each service but repository, whose storages have one owner each. Users connect to a load balancer that follows the
 * gateways' readiness: without one, the address of a restarting gateway would be closed for a moment.
 */
describe(`restarting the gateway and ${RESTARTED} services in turn, while requests, pushes and clones go on`, () => {
  let owner: Person;
  let balancer: Balancer;
  let load: RollingLoad;
  let before: readonly Service[];

  beforeAll(async () => {
    owner = await newPerson('roller');
    before = await services();
    const gateways = before.filter(({ name }) => name.startsWith('gateway'));
    expect(gateways).toHaveLength(2);
    balancer = await Balancer.before(gateways);
    load = await RollingLoad.start(balancer.url, owner);
  });

  // Stops writing before the written records are counted, also after a failure.
  afterEach(() => load?.stop());
  afterAll(() => balancer?.close());

  it('fails no request, no push and no clone', async () => {
    const restarted = planRestarts(randomFor('restarts'), RESTARTED);
    expect(await restart(restarted)).toBe(0);
    await load.goesOn();
    await load.stop();
    const { count, slowestMs } = load.total;
    report(`${count} requests, pushes and clones meanwhile, the slowest took ${seconds(slowestMs)}`);
    expect(load.failures).toEqual([]);
    const after = await services();
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    const replaced = after.filter(({ pid }) => before.every((process) => process.pid !== pid));
    expect(new Set(replaced.map(serviceOf))).toEqual(new Set(restarted));
    expect(replaced).toHaveLength(2 * restarted.length);
  });

  it('loses nothing that was acknowledged', async () => {
    const found = await Promise.all(load.made.map((id) => owner.api.read<ProjectRecord>(`/projects/${id}`)));
    expect(found.map(({ id }) => id)).toEqual(load.made);
    for (const pushed of load.pushed) {
      const [newest] = await owner.api.read<{ id: string }[]>(commitsOf(pushed));
      expect(newest?.id).toBe(pushed.commit);
    }
    report(`${load.made.length} projects and ${load.pushed.length} pushes are there`);
  });

  it('loses no event: each project has its repository, each first push its default branch', async () => {
    const withoutRepository = async () => {
      const names = new Set([...(await repositoriesOnDisk())].map((folder) => path.basename(folder)));
      return load.made.filter((id) => !names.has(repositoryName(id)));
    };
    const withoutBranch = async () => {
      const ids = load.pushed.map(({ project }) => project.id);
      const projects = await Promise.all(ids.map((id) => owner.api.read<ProjectRecord>(`/projects/${id}`)));
      return projects.filter((project) => project.default_branch !== 'main').map(({ id }) => id);
    };
    await expectNone(withoutRepository);
    await expectNone(withoutBranch);
  });

  /** Waits as long as the number of missing records decreases. */
  async function expectNone(missing: () => Promise<number[]>): Promise<void> {
    let left = await missing();
    const fewer = async () => (await missing()).length < left.length;
    const lessens = () => waitFor('fewer', fewer, { timeoutMs: EFFECTS_MS, intervalMs: 500 }).catch(() => false);
    while (left.length > 0 && (await lessens())) left = await missing();
    expect(left).toEqual([]);
  }
});

/** Runs `./hearth restart` for some services and shows its output. Returns its status. */
async function restart(services: readonly string[]): Promise<number> {
  const child = spawn(setting('HEARTH_E2E_CLI'), ['restart', ...services, '--data', hearth.data], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number]>;
  for await (const line of createInterface(child.stderr)) report(line);
  const [status] = await exited;
  return status;
}

async function services(): Promise<readonly Service[]> {
  const { processes } = await systemStatus();
  return processes.filter((process): process is Service => process.internalPort !== undefined);
}

/** `projects` of `projects-2`. */
function serviceOf({ name }: Service): string {
  return name.replace(/-\d+$/, '');
}
