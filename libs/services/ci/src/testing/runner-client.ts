import { gzipSync } from 'node:zlib';
import type { CiApp } from './ci-app.js';

/** Job as a runner receives it. */
export interface TakenJob {
  readonly id: number;
  readonly token: string;
  readonly variables: readonly { readonly key: string; readonly value: string; readonly public: boolean }[];
  readonly [field: string]: unknown;
}

/** Client that sends the calls of a runner: with its token in the body; for jobs, with the job's token in the header. */
export class RunnerClient {
  /** Version in the last response to a request for a job. */
  lastUpdate: string | undefined;

  private constructor(
    private readonly app: CiApp,
    readonly id: number,
    readonly token: string,
  ) {}

  /** @param registration token of the instance or of a project */
  static async register(app: CiApp, registration: string, body: object = {}): Promise<RunnerClient> {
    const { body: made } = await app.request(null, 'POST', '/runners', { token: registration, ...body });
    return new RunnerClient(app, made.id, made.token);
  }

  /** Returns the client of a runner that a user has created. */
  static of(app: CiApp, id: number, token: string): RunnerClient {
    return new RunnerClient(app, id, token);
  }

  /** Requests a job without waiting. @returns undefined when there is none */
  async take(body: object = {}): Promise<TakenJob | undefined> {
    const { status, headers, body: job } = await this.ask({ ...body, last_update: undefined });
    this.lastUpdate = headers['x-gitlab-last-update'] as string;
    if (status === 204) return undefined;
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(job)}`);
    return job as TakenJob;
  }

  ask(body: object = {}) {
    return this.app.exchange(null, 'POST', '/jobs/request', {
      token: this.token,
      last_update: this.lastUpdate,
      ...body,
    });
  }

  /** Reports a state of a job. */
  put({ id, token }: TakenJob, body: object) {
    return this.app.exchange(null, 'PUT', `/jobs/${id}`, { token, ...body });
  }

  /** Uploads the artifacts of a job. */
  upload({ id, token }: TakenJob, content: Buffer, query: Record<string, string> = {}) {
    const file = { name: 'artifacts.zip', content };
    const search = new URLSearchParams({ token, ...query }).toString();
    return this.app.form(null, 'POST', `/jobs/${id}/artifacts?${search}`, { metadata: 'x', file });
  }

  /** Uploads the files of a report of a job. */
  report(job: TakenJob, type: string, ...files: readonly string[]) {
    const content = Buffer.concat(files.map((file) => gzipSync(file)));
    return this.upload(job, content, { artifact_type: type, artifact_format: 'gzip' });
  }

  /** Downloads the artifacts of a job. @param by job whose token is sent */
  download(id: number, { token }: Pick<TakenJob, 'token'>) {
    return this.app.fetch(null, `/api/v4/jobs/${id}/artifacts`, { 'job-token': token });
  }

  /** Sends a piece of a trace. */
  patch({ id, token }: TakenJob, start: number, text: string, headers: Record<string, string> = {}) {
    const content = Buffer.from(text);
    return this.app.exchange(null, 'PATCH', `/jobs/${id}/trace`, content, {
      'content-type': 'text/plain',
      'job-token': token,
      'content-range': `${start}-${start + content.length}`,
      ...headers,
    });
  }
}
