/** Silence after which somebody else asks. Whoever is healthy beats every second. */
const SUSPECT_MS = 5_000;

/**
 * Tells what is stuck from what merely waits for its broker or database: while nothing is heard, they are asked over connections of their
 * own.
 */
export class Pulse {
  private beatAt: number;
  private answeringSince: number | undefined;
  private asking = false;

  /**
   * @param answers asks them; never throws
   * @param now a clock that never steps, in milliseconds
   */
  constructor(
    private readonly answers: () => Promise<boolean>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.beatAt = now();
  }

  /** Something was heard, or done. */
  beat(): void {
    this.beatAt = this.now();
    this.answeringSince = undefined;
  }

  /** True when it has been suspiciously long since the last beat. */
  get silent(): boolean {
    return this.now() - this.beatAt >= SUSPECT_MS;
  }

  /** For how many milliseconds nothing was heard although others are answered; 0 while they are not, or something is heard. */
  get stuckMs(): number {
    return this.answeringSince === undefined ? 0 : this.now() - this.answeringSince;
  }

  /** To be called every now and then: asks when it is silent. */
  async look(): Promise<void> {
    if (this.asking || !this.silent) return;
    this.asking = true;
    const asked = this.now();
    const answered = await this.answers();
    this.asking = false;
    if (this.beatAt > asked) return;
    if (!answered) this.answeringSince = undefined;
    else this.answeringSince ??= asked;
  }
}
