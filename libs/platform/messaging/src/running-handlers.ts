/** A handler that runs for this long is reported: a reaction stores its effect and leaves longer work to a job. */
const LONG_MS = 60_000;
/** A handler that runs for this long will not return and blocks everything behind it: only a restart of the process helps. */
const STUCK_MS = 300_000;

/** Tracks the handlers that run now. */
export class RunningHandlers {
  private readonly running = new Map<object, { what: string; since: number }>();

  /** @param now a monotonic clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Runs work and counts it meanwhile.
   * @param what its name for a sentence: `OnProjectCreated of ci`
   */
  async track<T>(what: string, work: () => Promise<T>): Promise<T> {
    const entry = {};
    this.running.set(entry, { what, since: this.now() });
    try {
      return await work();
    } finally {
      this.running.delete(entry);
    }
  }

  /** Handlers that have run for suspiciously long, one sentence each. */
  get long(): string[] {
    return this.longerThan(LONG_MS);
  }

  /** Handlers that will not return, one sentence each. */
  get stuck(): string[] {
    return this.longerThan(STUCK_MS);
  }

  private longerThan(ms: number): string[] {
    const now = this.now();
    return [...this.running.values()]
      .filter(({ since }) => now - since >= ms)
      .map(({ what, since }) => `${what} has been handling an event for ${Math.round((now - since) / 1_000)} s.`);
  }
}
