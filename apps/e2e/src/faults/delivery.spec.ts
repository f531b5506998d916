import { clock, waitFor, type Witness } from '@hearth/testing';
import { setting } from '../system/hearth.js';
import { listLetters, replayLetters } from './dead-letters.js';
import { freezeKafka, killEngine, killProcess, waitUntilReady, type Outage, type Serves } from './engines.js';
import { planFaults, type Fault, type Progress } from './plan.js';
import { StepWriter, stepsIn } from './step-writer.js';
import { cpuSlowdown } from '../system/cpu-slowdown.js';
import { randomFor, report, seconds, startWitness } from './suite.js';
import { SystemTraffic, Traffic, createFaultTarget, type FaultTarget } from './traffic.js';
import { effectsByHandler, mistakesOfAll, stepsOf, reportingMistakes, waitUntilAllArrived } from './witness-checks.js';

/** `--all` sets two thousand, and all outages. */
const EVENTS = Number(setting('HEARTH_E2E_EVENTS'));
const OUTAGES = Number(setting('HEARTH_E2E_OUTAGES'));
const KEYS = Array.from({ length: 40 }, (_, index) => index + 1);
const WRITERS = 4;
const FLAKY_PERCENT = 2;
/** A key of its own, whose first event kills the process that handles it. */
const DEADLY = 901;
/**
 * Longest time from the broker's return to the first effect of an event that was written during the outage, and again to that of a following event.
 */
const RESUMED_WITHIN_MS = 2_000;
const PROGRESS_MS = 300_000;
const MINUTE_MS = 60_000;
/** One for each attempt that an event has. */
const DEADLY_DEATHS = Array.from({ length: 4 }, () => 'merge-requests-1: SIGKILL');

type Strike = (serves: Serves, meanwhile: () => Promise<void>) => Promise<Outage>;

describe('events, whatever is struck', () => {
  const ledger = new Map(KEYS.map((key) => [key, 0]));
  let witness: Witness;
  let witnessReadyAt: number;
  let ground: FaultTarget;
  let traffic: { stop(): Promise<void> } | undefined;

  beforeAll(async () => {
    const replicas = ['projects', 'projects', 'repository', 'repository', 'ci', 'ci', 'ci', 'merge-requests'] as const;
    witness = await startWitness(replicas);
    witnessReadyAt = clock();
    ground = await createFaultTarget();
    // Each of the deaths it causes is noticed after ten seconds: the spec does other work meanwhile.
    await witness.append([{ key: DEADLY, step: 1, mood: 'kill' }]);
    await witness.append([{ key: DEADLY, step: 2 }]);
  });

  // Even after a failure a spec does not write into the next one.
  afterEach(() => traffic?.stop().catch(() => undefined));
  afterAll(() => witness?.stop());

  it(`have each effect once and in order: ${EVENTS} of ${KEYS.length} keys, while processes are killed`, async () => {
    const system = await SystemTraffic.start(ground, 'killed-processes');
    traffic = system;
    const writers = Array.from({ length: WRITERS }, (_, number) => {
      const keys = KEYS.filter((key) => key % WRITERS === number);
      return new StepWriter(witness, randomFor(`writer ${number}`), keys, ledger, FLAKY_PERCENT);
    });
    const striking = strikeAll(planFaults(randomFor('killed processes'), EVENTS));
    await reportingMistakes(witness, ledger, async () => {
      await Promise.all([striking, ...writers.map((writer) => writer.writeUpTo(EVENTS / KEYS.length))]);
      await waitUntilAllArrived(witness, ledger);
    });
    await witness.ready();
    report('all have arrived');
    expect(await mistakesOfAll(witness, ledger)).toEqual([]);
    expect(witness.deaths).toEqual(DEADLY_DEATHS);
    await waitUntilReady();
    await system.stop();
    await system.expectNothingLost();
  });

  it('become dead letters when they kill their process, and have their effect once after the cure', async () => {
    const handler = ['merge-requests', 'fragile'] as const;
    const attempts = DEADLY_DEATHS.length;
    expect(await listLetters(witness, 'merge-requests')).toMatchObject([{ key: String(DEADLY), attempts }]);
    expect(await stepsOf(witness, handler, DEADLY)).toEqual([2]);
    await witness.cure('merge-requests', DEADLY);
    expect(await replayLetters(witness, 'merge-requests')).toBe('1 dead letter is on the way again.');
    await waitFor('the replay', async () => (await stepsOf(witness, handler, DEADLY)).length > 1);
    expect(await stepsOf(witness, handler, DEADLY)).toEqual([2, 1]);
    expect(await listLetters(witness, 'merge-requests')).toEqual([]);
    expect(witness.deaths).toEqual(DEADLY_DEATHS);
  });

  it.each(drawnOutages())('go on at once and all arrive when Kafka is %s', async (name, strike) => {
    const running = await Traffic.start(ground, witness, ledger, `kafka-${name.replaceAll(' ', '-')}`);
    traffic = running;
    const slowBefore = cpuSlowdown();
    const outage = await strike(
      () => witness.brokerServes(),
      () => running.system.goesOn(3),
    );
    const delays = await delaysAfter(outage);
    const limit = RESUMED_WITHIN_MS * Math.max(slowBefore, cpuSlowdown());
    report(`each had ${seconds(limit)} for each event on the way`);
    await running.stop();
    expect(running.system.scribe.refused).toEqual([]);
    await reportingMistakes(witness, ledger, () => waitUntilAllArrived(witness, ledger));
    expect(await mistakesOfAll(witness, ledger)).toEqual([]);
    expect(witness.deaths).toEqual(DEADLY_DEATHS);
    await running.system.expectNothingLost();
    expect(delays.filter(({ handler, ms }) => ms > hopsTo(handler) * limit)).toEqual([]);
  });

  it('are not lost with PostgreSQL, and services come back without help', async () => {
    const before = await waitUntilReady();
    const running = await Traffic.start(ground, witness, ledger, 'postgres-killed');
    traffic = running;
    const serves = async () => (await witness.database.query('select 1')).length === 1;
    const { from, until } = await killEngine('postgres', serves, () => Promise.resolve());
    report(`PostgreSQL was away for ${seconds(until - from)}`);
    await running.system.goesOn(3);
    const after = await waitUntilReady();
    await running.stop();
    await reportingMistakes(witness, ledger, () => waitUntilAllArrived(witness, ledger));
    expect(await mistakesOfAll(witness, ledger)).toEqual([]);
    await running.system.expectNothingLost();
    expect(witness.deaths).toEqual(DEADLY_DEATHS);
    expect(pidsOf(after, 'postgres')).toEqual(pidsOf(before, 'postgres'));
  });

  it('leave scheduled work alone: it ran once a minute, with three replicas', async () => {
    const { database } = witness;
    const startedAt = Math.ceil(witnessReadyAt / MINUTE_MS);
    // The last whole minute, and two of them at least.
    const endedAt = Math.max(Math.floor(clock() / MINUTE_MS), startedAt + 2);
    const minutes = await waitFor(
      'the last whole minute to have had its run',
      async () => {
        const rows = await database.query<{ at: number }>('select at from ci.ticks order by at');
        const ticks = rows.map(({ at }) => Math.floor(at / MINUTE_MS));
        return ticks.at(-1)! >= endedAt - 1 && ticks;
      },
      { timeoutMs: 3 * MINUTE_MS, intervalMs: 250 },
    );
    const counted = minutes.filter((minute) => minute >= startedAt && minute < endedAt);
    report(`scheduled work ran ${counted.length} times in ${endedAt - startedAt} minutes`);
    expect(counted).toEqual(Array.from({ length: endedAt - startedAt }, (_, index) => startedAt + index));
  });

  /** Strikes as planned: the faults of one kind of progress one after the other, the kinds in parallel. */
  async function strikeAll(plan: readonly Fault[]): Promise<void> {
    const byProgress = Map.groupBy(plan, ({ progress }) => progress);
    await Promise.all([...byProgress.values()].map((faults) => strikeInTurn(faults)));
  }

  async function strikeInTurn(faults: readonly Fault[]): Promise<void> {
    for (const { progress, at, victims } of faults) {
      const reached = async () => (await progressNow(progress)) >= at;
      await waitFor(`${progress} to come to ${at}`, reached, { timeoutMs: PROGRESS_MS });
      report(`at ${progress} ${at}: kill ${victims.join(' and ')}`);
      await Promise.all(victims.map(kill));
    }
  }

  async function progressNow(progress: Progress): Promise<number> {
    if (progress === 'appended') return stepsIn(ledger);
    return witness.database.count(progress === 'first' ? 'repository' : 'ci', progress, KEYS);
  }

  function kill(victim: string): Promise<void> {
    const [place, name] = victim.split('/');
    return place === 'hearth' && name ? killProcess(name) : witness.process(victim).kill();
  }

  /** Measures for each handler the time from the broker's return to the effect of an event that was written during the outage. */
  async function delaysAfter({ from, until }: Outage): Promise<{ handler: string; ms: number }[]> {
    const delays = await waitFor(
      'every handler to go on',
      async () => {
        const handlers = [...(await effectsByHandler(witness))];
        const found = handlers.map(([handler, effects]) => {
          const first = effects.find(({ appendedAt }) => appendedAt > from);
          return { handler, ms: first ? Math.round(first.handledAt - until) : undefined };
        });
        return found.every(({ ms }) => ms !== undefined) && (found as { handler: string; ms: number }[]);
      },
      { timeoutMs: 45_000, intervalMs: 200 },
    );
    const words = delays.map(({ handler, ms }) => `${handler} after ${ms} ms`);
    report(`the broker was away for ${seconds(until - from)}; ${words.join(', ')}`);
    return delays;
  }
});

function drawnOutages(): [string, Strike][] {
  const random = randomFor('outages of Kafka');
  const outages: [string, Strike][] = [
    ['killed', (...strike) => killEngine('kafka', ...strike)],
    ['frozen for 4 s', (...strike) => freezeKafka(4_000, ...strike)],
    ['frozen for 15 s', (...strike) => freezeKafka(15_000, ...strike)],
  ];
  const order: [string, Strike][] = [];
  while (outages.length > 0) order.push(...outages.splice(random.between(0, outages.length - 1), 1));
  return order.slice(0, OUTAGES);
}

/** Counts the events between a step and a handler's effect. */
function hopsTo(handler: string): number {
  return handler === 'ci/third' ? 2 : 1;
}

function pidsOf(processes: readonly { name: string; pid: number }[], except: string): Record<string, number> {
  return Object.fromEntries(processes.filter(({ name }) => name !== except).map(({ name, pid }) => [name, pid]));
}
