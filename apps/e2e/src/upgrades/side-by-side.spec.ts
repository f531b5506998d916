import { newPerson, type Person } from '../system/people.js';
import { Balancer } from '../faults/balancer.js';
import { allDeadLetters, waitUntilNothingIsLeft } from '../faults/merge-checks.js';
import { planRestarts } from '../faults/plan.js';
import { restartServices, runShown, serviceProcesses } from '../faults/restarts.js';
import { lastMissing, lostWrites, withoutBranch, withoutRepository } from '../faults/rolling-checks.js';
import { RollingLoad } from '../faults/rolling-load.js';
import { randomFor, report, seconds } from '../faults/suite.js';
import { runFrom, type Release } from './releases.js';
import { Reviews } from './reviews.js';

const order = planRestarts(randomFor('upgrades'), 5);
/** A service that goes back to the earlier release when all others run the current one. */
const returned = order.at(-1)!;

/** An earlier release runs, with two processes of each service. Its services are replaced one by one in an order that is drawn. */
describe('replacing the services of an earlier release under load', () => {
  let owner: Person;
  let balancer: Balancer;
  let load: RollingLoad;
  let reviews: Reviews;

  beforeAll(async () => {
    owner = await newPerson('upgrader');
    const gateways = (await serviceProcesses()).filter(({ name }) => name.startsWith('gateway'));
    balancer = await Balancer.before(gateways);
    load = await RollingLoad.start(balancer.url, owner);
    reviews = Reviews.in(load);
    await load.goesOn();
    expect(await runShown('migrate')).toBe(0);
  });

  afterAll(async () => {
    await load?.stop();
    balancer?.close();
  });

  /** Starts all processes of a service from a release, and lets the load go on. Returns the failures meanwhile. */
  async function replace(service: string, release: Release): Promise<string[]> {
    const known = load.failures.length;
    const before = new Set((await serviceProcesses()).map(({ pid }) => pid));
    await runFrom(release, service);
    const status = await restartServices([service]);
    const replaced = (await serviceProcesses()).filter(({ pid }) => !before.has(pid));
    await load.goesOn();
    const failures = load.failures.slice(known);
    report(`${service} runs the ${release} release in ${replaced.length} processes: ${failures.length} failures`);
    return status === 0 && replaced.length === 2
      ? failures
      : [`${replaced.length} processes replaced, status ${status}`, ...failures];
  }

  it('lets the earlier release go on with the migrated database', async () => {
    await load.goesOn();
    expect(load.failures).toEqual([]);
  });

  it.each(order)('replaces %s, and fails no request, push or clone', async (service) => {
    expect(await replace(service, 'current')).toEqual([]);
  });

  it(`goes back with ${returned}, and forward again`, async () => {
    expect(await replace(returned, 'earlier')).toEqual([]);
    expect(await replace(returned, 'current')).toEqual([]);
  });

  it('loses nothing that was acknowledged, and no event', async () => {
    await load.stop();
    const { count, slowestMs } = load.total;
    report(`${count} requests, pushes and clones, the slowest took ${seconds(slowestMs)}`);
    expect(load.failures).toEqual([]);
    expect(await lostWrites(load, owner)).toEqual([]);
    expect(await withoutRepository(load)).toEqual([]);
    expect(await withoutBranch(load, owner)).toEqual([]);
    expect(await lastMissing(() => reviews.unfinished(owner))).toEqual([]);
    await waitUntilNothingIsLeft();
    expect(await allDeadLetters()).toEqual([]);
    const { made, pushed } = load;
    report(`${made.length} projects, ${pushed.length} pushes, ${reviews.merged.length} merges are there`);
  });
});
