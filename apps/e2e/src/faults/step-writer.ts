import { clock, waitFor, type Random, type Step, type Witness } from '@hearth/testing';

/** Longest list of steps in one transaction. */
const MOST_AT_ONCE = 4;
/** Interval of steady steps: no backlog builds up without a fault, so none is measured. */
const STEADY_MS = 50;
const PATIENCE_MS = 60_000;

/** Publishes steps of some keys, each key's in order, and keeps the ledger of acknowledged steps. */
export class StepWriter {
  private running = false;
  private work: Promise<void> = Promise.resolve();

  /**
   * @param ledger the last acknowledged step by key; only this writer writes its keys
   * @param flakyPercent share of steps that fail once at their first handler, and delay their key meanwhile
   */
  constructor(
    private readonly witness: Witness,
    private readonly random: Random,
    private readonly keys: readonly number[],
    private readonly ledger: Map<number, number>,
    private readonly flakyPercent = 0,
  ) {}

  /** Writes until every key has reached a step. */
  async writeUpTo(last: number): Promise<void> {
    for (;;) {
      const open = this.keys.filter((key) => this.lastOf(key) < last);
      if (open.length === 0) return;
      await this.append(this.someOf(open));
    }
  }

  /** Writes a step every STEADY_MS until a condition holds. @throws when that takes more than a minute */
  async writeUntil(what: string, happened: () => Promise<boolean>): Promise<void> {
    const deadline = clock() + PATIENCE_MS;
    while (!(await happened())) {
      if (clock() > deadline) throw new Error(`Wrote for ${PATIENCE_MS / 1000} s, and not yet ${what}`);
      await this.writeOneSteadily();
    }
  }

  /** Writes one step after the other, twenty a second, until `stop`. */
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

  /** Returns the next step; a flaky one with others directly after it, which must not overtake it. */
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

/** Counts the steps of a ledger. */
export function stepsIn(ledger: ReadonlyMap<number, number>): number {
  return [...ledger.values()].reduce((sum, last) => sum + last, 0);
}
