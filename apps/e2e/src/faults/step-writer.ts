import { clock, waitFor, type Random, type Step, type Witness } from '@hearth/testing';

/** Longest list of steps in one transaction. */
const MOST_AT_ONCE = 4;
/** Between two steps of the steady kind: no backlog builds up while nothing is wrong, and what is measured is not one. */
const STEADY_MS = 50;
const PATIENCE_MS = 60_000;

/** Publishes steps of some keys, each key's in order, and keeps the ledger of what was acknowledged. */
export class StepWriter {
  private running = false;
  private work: Promise<void> = Promise.resolve();

  /**
   * @param ledger the last acknowledged step by key; the writer is the only one who writes its keys
   * @param flakyPercent how many in a hundred fail once at their first handler, and hold their key meanwhile
   */
  constructor(
    private readonly witness: Witness,
    private readonly random: Random,
    private readonly keys: readonly number[],
    private readonly ledger: Map<number, number>,
    private readonly flakyPercent = 0,
  ) {}

  /** Writes until every key has come to a step. */
  async writeUpTo(last: number): Promise<void> {
    for (;;) {
      const open = this.keys.filter((key) => this.lastOf(key) < last);
      if (open.length === 0) return;
      await this.append(this.someOf(open));
    }
  }

  /** Writes a step every STEADY_MS until something has happened. @throws when that takes more than a minute */
  async writeUntil(what: string, happened: () => Promise<boolean>): Promise<void> {
    const deadline = clock() + PATIENCE_MS;
    while (!(await happened())) {
      if (clock() > deadline) throw new Error(`Wrote for ${PATIENCE_MS / 1000} s, and not yet ${what}`);
      await this.writeOneSteadily();
    }
  }

  /** Begins to write one step after the other, twenty a second, until `stop`. */
  start(): void {
    this.running = true;
    this.work = this.goOn();
    // A failure is thrown by `stop`.
    this.work.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  private async goOn(): Promise<void> {
    while (this.running) await this.writeOneSteadily();
  }

  private async writeOneSteadily(): Promise<void> {
    const next = clock() + STEADY_MS;
    await this.append([this.random.pick(this.keys)]);
    await waitFor('the next step', () => clock() >= next, { intervalMs: 10 });
  }

  private async append(keys: readonly number[]): Promise<void> {
    const steps = keys.flatMap((key) => this.nextOf(key));
    await this.witness.append(steps);
    for (const { key, step } of steps) this.ledger.set(key, step);
  }

  /** The next step; a flaky one with others close behind, which must not overtake it. */
  private nextOf(key: number): Step[] {
    const next = this.lastOf(key) + 1;
    if (!this.random.chance(this.flakyPercent)) return [{ key, step: next }];
    return [
      { key, step: next, mood: 'flaky' },
      { key, step: next + 1 },
      { key, step: next + 2 },
    ];
  }

  private someOf(keys: readonly number[]): number[] {
    const count = this.random.between(1, MOST_AT_ONCE);
    return [...new Set(Array.from({ length: count }, () => this.random.pick(keys)))];
  }

  private lastOf(key: number): number {
    return this.ledger.get(key) ?? 0;
  }
}

/** How many steps a ledger holds. */
export function stepsIn(ledger: ReadonlyMap<number, number>): number {
  return [...ledger.values()].reduce((sum, last) => sum + last, 0);
}
