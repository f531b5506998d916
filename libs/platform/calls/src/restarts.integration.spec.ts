import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '@hearth/data/testing';
import { sampleAddress, sampleCaller, type SampleCaller } from './testing/sample-caller.js';
import { Append, Look, Put } from './testing/sample-calls.js';
import { SampleChild } from './testing/sample-child.js';
import { sampleParty } from './testing/sample-keys.js';

const WORKERS = 6;
/** Ends of the owner in one spec. */
const ROUNDS = 2;
const KINDS = { look: Look, put: Put, append: Append };

interface Attempt {
  readonly kind: keyof typeof KINDS;
  readonly id: string;
  readonly startedAt: number;
  endedAt?: number;
  error?: Error;
}

/** Calls without a pause, several at a time, and records the results. */
class SteadyLoad {
  readonly attempts: Attempt[] = [];
  private stopped = false;
  private readonly workers: Promise<void>[];

  constructor(private readonly calls: SampleCaller) {
    this.workers = Array.from({ length: WORKERS }, (_, worker) => this.work(worker));
  }

  get ended(): Attempt[] {
    return this.attempts.filter(({ endedAt }) => endedAt !== undefined);
  }

  get failed(): Attempt[] {
    return this.attempts.filter(({ error }) => error);
  }

  /** Resolves after a number of further successful calls. */
  async further(count: number): Promise<void> {
    const wanted = this.ended.length - this.failed.length + count;
    await until(`${count} calls end well`, () => Promise.resolve(this.ended.length - this.failed.length >= wanted));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.workers);
  }

  private async work(worker: number): Promise<void> {
    const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
    for (let count = 0; !this.stopped; count += 1) {
      const kind = kinds[(worker + count) % kinds.length]!;
      const attempt: Attempt = { kind, id: `${worker}-${count}`, startedAt: performance.now() };
      this.attempts.push(attempt);
      try {
        const contract = KINDS[kind];
        if (contract.kind === 'query') await this.calls.query(contract, { id: attempt.id });
        else await this.calls.command(contract, { id: attempt.id });
      } catch (error) {
        attempt.error = error as Error;
      }
      attempt.endedAt = performance.now();
    }
  }
}

describe('a steady load while its owner', () => {
  let folder: string;
  let effects: string;
  let calls: SampleCaller;
  let load: SteadyLoad;
  let children: SampleChild[];

  const begin = async (replicas: number) => {
    const { signer, publicKey } = await sampleParty('gateway');
    const environment = { SAMPLE_VERIFY_KEYS: JSON.stringify([publicKey]), SAMPLE_EFFECTS: effects };
    children = await Promise.all(Array.from({ length: replicas }, () => SampleChild.start(environment)));
    calls = sampleCaller({ projects: children.map(({ url }) => sampleAddress(url)) }, signer);
    load = new SteadyLoad(calls);
    await load.further(60);
  };
  const appended = async () => (await readFile(effects, 'utf8')).trimEnd().split('\n');

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hearth-calls-'));
    effects = path.join(folder, 'effects');
  });
  afterEach(async () => {
    await load?.stop();
    await Promise.all(children.map((child) => child.end('SIGKILL')));
    await calls?.close();
    await rm(folder, { recursive: true });
  });

  it('is stopped and started again notices nothing', async () => {
    await begin(1);
    const [child] = children;
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await child!.end('SIGTERM')).toBe(0);
      await child!.start();
      await load.further(60);
    }
    await load.stop();
    expect(load.failed).toEqual([]);
    const ids = load.attempts.filter(({ kind }) => kind === 'append').map(({ id }) => id);
    expect((await appended()).sort()).toEqual(ids.sort());
  }, 180_000);

  it('is killed loses nothing that may be repeated, and does nothing else twice', async () => {
    await begin(1);
    const deaths: { from: number; to: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = performance.now();
      expect(await children[0]!.end('SIGKILL')).toBeNull();
      deaths.push({ from, to: performance.now() });
      await children[0]!.start();
      await load.further(60);
    }
    await load.stop();
    expect(load.failed.filter(({ kind }) => kind !== 'append')).toEqual([]);
    for (const { startedAt, endedAt } of load.failed) {
      expect(deaths.some(({ from, to }) => startedAt < to && from < endedAt!)).toBe(true);
    }
    const done = await appended();
    expect(new Set(done).size).toBe(done.length);
    const answered = load.attempts.filter(({ kind, error }) => kind === 'append' && !error).map(({ id }) => id);
    expect(done).toEqual(expect.arrayContaining(answered));
  }, 180_000);

  it('has a second process goes on there, without waiting for the first', async () => {
    await begin(2);
    const goOnWithout = async (child: SampleChild) => {
      expect(await child.end('SIGTERM')).toBe(0);
      const stoppedAt = performance.now();
      await load.further(60);
      expect(load.attempts.filter(({ endedAt }) => endedAt! > stoppedAt).length).toBeGreaterThanOrEqual(60);
    };
    const [first, second] = children;
    await goOnWithout(first!);
    await first!.start();
    await goOnWithout(second!);
    await load.stop();
    expect(load.failed).toEqual([]);
  }, 180_000);
});
