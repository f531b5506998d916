/** Silence after which the probe runs. A healthy component that expects a response beats every second. */
const SUSPECT_MS = 5_000;

/**
 * Distinguishes a stuck component from one that waits for its broker or database: while there are no responses, it probes them on new
 * connections.
 */
export class StallDetector {
  private beatAt: number;
  private answeringSince: number | undefined;
  private asking = false;

  /**
   * @param answers probes them on a new connection; never throws
   * @param now a monotonic clock in milliseconds
   */
  constructor(
    private readonly answers: () => Promise<boolean>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.beatAt = now();
  }

  /** Records a response, or progress. */
  beat(): void {
    this.beatAt = this.now();
    this.answeringSince = undefined;
  }

  /** Suspends the detector until the next beat, while no response is expected. */
  pause(): void {
    this.beatAt = Infinity;
    this.answeringSince = undefined;
  }

  /** True when the last beat is suspiciously long ago. */
  get silent(): boolean {
    return this.now() - this.beatAt >= SUSPECT_MS;
  }

  /** Milliseconds of silence although the probe succeeds; 0 while it fails, or after a beat. */
  get stuckMs(): number {
    return this.answeringSince === undefined ? 0 : this.now() - this.answeringSince;
  }

  /** Probes when it is silent; to be called regularly. */
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
