/** A handler that runs for so long is told of: a reaction stores its effect and leaves longer work to a job. */
const LONG_MS = 60_000;
/** One that runs for so long will not come back, and everything behind it waits: nothing but another process helps. */
const HOPELESS_MS = 300_000;

/** The handlers that run now. */
export class RunningHandlers {
  private readonly running = new Map<object, { what: string; since: number }>();

  /** @param now a clock that never steps, in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Does work and keeps count of it meanwhile. @param what as it stands in a sentence: `OnProjectCreated of ci` */
  async track<T>(what: string, work: () => Promise<T>): Promise<T> {
    const entry = {};
    this.running.set(entry, { what, since: this.now() });
    try {
      return await work();
    } finally {
      this.running.delete(entry);
    }
  }

  /** Those that run for suspiciously long, a sentence each. */
  get long(): string[] {
    return this.longerThan(LONG_MS);
  }

  /** Those that are given up, a sentence each. */
  get hopeless(): string[] {
    return this.longerThan(HOPELESS_MS);
  }

  private longerThan(ms: number): string[] {
    const now = this.now();
    return [...this.running.values()]
      .filter(({ since }) => now - since >= ms)
      .map(({ what, since }) => `${what} has been handling an event for ${Math.round((now - since) / 1_000)} s.`);
  }
}
