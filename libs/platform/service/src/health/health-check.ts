/**
 * A dependency without which a process cannot serve, in addition to its database. A module provides one as `{ provide: HealthCheck,
 * useClass: … }`; the process is not ready while one reports a problem.
 */
export abstract class HealthCheck {
  /**
   * Returns the current problem as a sentence without secrets; undefined without one. Called at most once a second, and considered failed
   * when it does not settle within a second.
   */
  abstract problem(): Promise<string | undefined>;
  /** Name of the dependency, as the subject of a sentence: `The storage storage-1`. */
  abstract readonly subject: string;
}

/** A problem that will keep the process from serving, or already limits a part of it: reported, while the process stays ready. */
export abstract class HealthWarning extends HealthCheck {}

/** Caches a check, so that it runs rarely and answers soon however often and however long it is called. */
export class CachedCheck {
  private latest: string | undefined;
  private askedAt = -Infinity;
  private asking: Promise<string | undefined> | undefined;

  /**
   * @param freshMs how long a result is reused
   * @param timeoutMs longest wait for a result
   */
  constructor(
    private readonly check: HealthCheck,
    private readonly freshMs: number,
    private readonly timeoutMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns the problem as of `freshMs` ago at most. */
  async problem(): Promise<string | undefined> {
    if (this.now() - this.askedAt < this.freshMs) return this.latest;
    this.latest = await this.within(this.ask());
    this.askedAt = this.now();
    return this.latest;
  }

  /** Runs one check at a time: calls to a disk that hangs must not pile up. */
  private ask(): Promise<string | undefined> {
    this.asking ??= this.check
      .problem()
      .catch((error: unknown) => `${this.check.subject} could not be looked at (${(error as Error).name}).`)
      .finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async within(answer: Promise<string | undefined>): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(`${this.check.subject} does not answer.`), this.timeoutMs);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
