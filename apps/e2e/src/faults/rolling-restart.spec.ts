import { setting } from '../system/hearth.js';
import { newPerson, type Person } from '../system/people.js';
import { Balancer } from './balancer.js';
import { planRestarts } from './plan.js';
import { restartServices, serviceOf, serviceProcesses, type ServiceProcess } from './restarts.js';
import { lostWrites, withoutBranch, withoutRepository } from './rolling-checks.js';
import { RollingLoad } from './rolling-load.js';
import { randomFor, report, seconds } from './suite.js';

/** Services besides the gateway; `--all` sets every one. */
const RESTARTED = Number(setting('HEARTH_E2E_RESTARTED'));

/**
 * The system runs two processes of each service but repository, whose storages have one owner each. Users connect to a load balancer that follows the
 * gateways' readiness: without one, the address of a restarting gateway would be closed for a moment.
 */
describe(`restarting the gateway and ${RESTARTED} services in turn, while requests, pushes and clones go on`, () => {
  let owner: Person;
  let balancer: Balancer;
  let load: RollingLoad;
  let before: readonly ServiceProcess[];

  beforeAll(async () => {
    owner = await newPerson('roller');
    before = await serviceProcesses();
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
    expect(await restartServices(restarted)).toBe(0);
    await load.goesOn();
    await load.stop();
    const { count, slowestMs } = load.total;
    report(`${count} requests, pushes and clones meanwhile, the slowest took ${seconds(slowestMs)}`);
    expect(load.failures).toEqual([]);
    const after = await serviceProcesses();
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    const replaced = after.filter(({ pid }) => before.every((process) => process.pid !== pid));
    expect(new Set(replaced.map(serviceOf))).toEqual(new Set(restarted));
    expect(replaced).toHaveLength(2 * restarted.length);
  });

  it('loses nothing that was acknowledged', async () => {
    expect(await lostWrites(load, owner)).toEqual([]);
    report(`${load.made.length} projects and ${load.pushed.length} pushes are there`);
  });

  it('loses no event: each project has its repository, each first push its default branch', async () => {
    expect(await withoutRepository(load)).toEqual([]);
    expect(await withoutBranch(load, owner)).toEqual([]);
  });
});
