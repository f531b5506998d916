/** A server's raw response: no redirect followed, nothing decoded. */
export class Answer {
  constructor(
    /** Method and path, for messages. */
    private readonly request: string,
    readonly status: number,
    /** Names in lower case; several of one name are joined by a comma and a blank. */
    readonly headers: Readonly<Record<string, string>>,
    readonly body: Buffer,
  ) {}

  get text(): string {
    return this.body.toString('utf8');
  }

  /**
   * Parses the body as JSON.
   * @throws Error when it is not JSON
   */
  json<T = unknown>(): T {
    try {
      return JSON.parse(this.text) as T;
    } catch {
      throw new Error(
        `${this.request} answered ${this.status} with a body that is no JSON: ${this.text.slice(0, 500)}`,
      );
    }
  }

  /**
   * Returns the response if it has one of the statuses.
   * @throws Error that shows the body otherwise
   */
  expect(...statuses: number[]): this {
    if (statuses.includes(this.status)) return this;
    throw new Error(
      `${this.request} answered ${this.status} instead of ${statuses.join(' or ')}: ${this.text.slice(0, 500)}`,
    );
  }
}
