/** A job as a runner gets it. */
export interface TakenJob {
  readonly id: number;
  readonly token: string;
}

/** Calls of a runner. */
export class PollingRunner {
  lastUpdate: string | undefined;

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Asks for a job. @param waits until there is one, where the last answer was that there is none */
  async take({ waits }: { readonly waits: boolean }, signal?: AbortSignal): Promise<TakenJob | undefined> {
    const body = { token: this.token, last_update: waits ? this.lastUpdate : undefined };
    const answer = await fetch(`${this.url}/api/v4/jobs/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    const text = await answer.text();
    this.lastUpdate = answer.headers.get('x-gitlab-last-update') ?? undefined;
    if (answer.status === 204) return undefined;
    if (answer.status !== 201) throw new Error(`a request for a job was answered with ${answer.status}: ${text}`);
    return JSON.parse(text) as TakenJob;
  }

  /** Appends to the trace of a job. */
  async write({ id, token }: TakenJob, start: number, content: Buffer): Promise<void> {
    const range = `${start}-${start + content.length - 1}`;
    const answer = await fetch(`${this.url}/api/v4/jobs/${id}/trace`, {
      method: 'PATCH',
      headers: { 'content-type': 'text/plain', 'job-token': token, 'content-range': range },
      body: content,
    });
    const text = await answer.text();
    if (answer.status !== 202) throw new Error(`a piece of a trace was answered with ${answer.status}: ${text}`);
  }
}
