/** Runs work again and again, with a pause after each run. */
export class Repeated {
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /**
   * @param work its errors go to `failed`, and it runs again
   * @param everyMs the pause
   */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Resolves after the first run. */
  start(): Promise<void> {
    this.running = this.run();
    return this.running;
  }

  /** Waits for the present run. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    await this.work().catch(this.failed);
    if (!this.stopped) this.timer = setTimeout(() => void this.start(), this.everyMs).unref();
  }
}
