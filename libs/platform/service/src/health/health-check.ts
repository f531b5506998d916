/**
 * Something without which a process cannot serve, beyond its database. A module provides its own as
 * `{ provide: HealthCheck, useClass: … }`; the process is not ready while one has something to say.
 */
export abstract class HealthCheck {
  /**
   * What is wrong now, as a sentence without secrets; undefined when nothing is. Asked once a second at most, and taken for wrong when it
   * does not settle within a second.
   */
  abstract problem(): Promise<string | undefined>;
  /** What it looks at, as the subject of a sentence: `The storage storage-1`. */
  abstract readonly subject: string;
}

/** A check that is asked seldom and answers soon, however often and however long it is asked. */
export class PatientCheck {
  private latest: string | undefined;
  private askedAt = -Infinity;
  private asking: Promise<string | undefined> | undefined;

  /** @param freshMs for how long an answer is given again @param timeoutMs how long one is waited for */
  constructor(
    private readonly check: HealthCheck,
    private readonly freshMs: number,
    private readonly timeoutMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** What is wrong, as of `freshMs` ago at most. */
  async problem(): Promise<string | undefined> {
    if (this.now() - this.askedAt < this.freshMs) return this.latest;
    this.latest = await this.within(this.ask());
    this.askedAt = this.now();
    return this.latest;
  }

  /** One question at a time: a disk that hangs must not collect them. */
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
