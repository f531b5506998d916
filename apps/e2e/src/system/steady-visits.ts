import { clock, waitFor } from '@hearth/testing';

/** One repeated request. Returns its outcome: the status, or for git `ok` and `refused`. */
export type Visit = () => Promise<number | string>;

interface Outcome {
  readonly begunAt: number;
  readonly outcome: number | string;
}

/** Requests of one user that run in parallel, each again and again, whatever their outcome. */
export class SteadyVisits {
  private readonly outcomes: Record<string, Outcome[]> = {};
  private running = true;
  private work: Promise<unknown> = Promise.resolve();

  private constructor(private readonly visits: Readonly<Record<string, Visit>>) {}

  /** Starts; settles once each was answered twice. */
  static async start(visits: Readonly<Record<string, Visit>>): Promise<SteadyVisits> {
    const steady = new SteadyVisits(visits);
    steady.work = Promise.all(Object.keys(visits).map((name) => steady.repeat(name)));
    await steady.goOnFrom(0);
    return steady;
  }

  /**
   * Waits for answers to requests that were begun after a revocation was answered.
   * @param answeredAt time of that answer by `clock()`
   * @returns by visit, the different outcomes of those requests
   */
  async outcomesAfter(answeredAt: number): Promise<Record<string, (number | string)[]>> {
    await this.goOnFrom(answeredAt);
    return Object.fromEntries(
      Object.entries(this.outcomes).map(([name, all]) => [
        name,
        [...new Set(all.filter(({ begunAt }) => begunAt > answeredAt).map(({ outcome }) => outcome))],
      ]),
    );
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  private async goOnFrom(time: number): Promise<void> {
    const enough = (all: readonly Outcome[] = []) => all.filter(({ begunAt }) => begunAt > time).length >= 2;
    const everyone = () => Object.keys(this.visits).every((name) => enough(this.outcomes[name]));
    await waitFor('each request to be answered twice', everyone, { timeoutMs: 30_000 });
  }

  private async repeat(name: string): Promise<void> {
    const all = (this.outcomes[name] = [] as Outcome[]);
    while (this.running) {
      const begunAt = clock();
      all.push({ begunAt, outcome: await this.visits[name]!().catch((error: unknown) => String(error)) });
    }
  }
}
