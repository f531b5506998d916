import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { ApiClient } from '@hearth/testing';
import { hearth } from '../system/hearth.js';

const nullable = <T extends z.ZodType>(type: T) => type.nullish();
const texts = () => nullable(z.array(z.string()));

/** A job as the Go types of gitlab-runner decode it: with a value of another type the job would be lost. */
const Job = z.object({
  id: z.int().positive(),
  token: z.string().min(1),
  allow_git_fetch: z.boolean(),
  job_info: z.object({ name: z.string(), stage: z.string(), project_id: z.int(), project_name: z.string() }),
  git_info: z.object({
    ...{ repo_url: z.url(), ref: z.string(), sha: z.hex().length(40), before_sha: z.hex().length(40) },
    ...{ ref_type: z.enum(['branch', 'tag']), refspecs: texts(), depth: z.int(), protected: nullable(z.boolean()) },
  }),
  runner_info: z.object({ timeout: z.int().positive() }),
  variables: z.array(
    z.object({
      ...{ key: z.string(), value: z.string(), public: z.boolean() },
      ...{ file: z.boolean().optional(), masked: z.boolean().optional(), raw: z.boolean().optional() },
    }),
  ),
  steps: z.array(
    z.object({
      ...{ name: z.string(), script: z.array(z.string()), timeout: z.int() },
      ...{ when: z.enum(['on_success', 'on_failure', 'always']), allow_failure: z.boolean() },
    }),
  ),
  image: nullable(z.object({ name: z.string(), entrypoint: texts() })),
  services: nullable(
    z.array(z.object({ name: z.string(), entrypoint: texts(), command: texts(), alias: nullable(z.string()) })),
  ),
  artifacts: nullable(
    z.array(
      z.object({
        ...{ name: nullable(z.string()), untracked: z.boolean(), paths: texts(), when: nullable(z.string()) },
        ...{ expire_in: nullable(z.string()), artifact_type: z.string(), artifact_format: z.string() },
      }),
    ),
  ),
  cache: nullable(
    z.array(
      z.object({
        ...{ key: nullable(z.string()), untracked: z.boolean(), paths: texts(), policy: nullable(z.string()) },
      }),
    ),
  ),
  credentials: nullable(z.array(z.object({ type: z.string(), url: z.string() }))),
  dependencies: nullable(
    z.array(
      z.object({
        ...{ id: z.int(), name: z.string(), token: z.string() },
        artifacts_file: nullable(z.object({ filename: z.string(), size: z.int() })),
      }),
    ),
  ),
  features: z.object({ trace_sections: z.boolean(), failure_reasons: texts() }),
  run: z.string().optional(),
});
export type Job = z.output<typeof Job>;

/** Release of gitlab-runner: 10.3 sends the whole trace with its last report, and ends ranges behind the last byte. */
export type Release = '10.3' | 'current';

const ABOUT = {
  '10.3': {
    info: {
      ...{ name: 'gitlab-runner', version: '10.3.0', revision: '5cf5e19a', platform: 'linux', architecture: 'amd64' },
      ...{ executor: 'shell', features: { variables: true, features: true, cache: true } },
    },
  },
  current: {
    info: {
      ...{ name: 'gitlab-runner', version: '17.5.0', revision: 'c6bf5ee5', platform: 'linux', architecture: 'amd64' },
      ...{ executor: 'shell', shell: 'bash', config: { gpus: '' }, labels: {} },
      features: {
        ...{ variables: true, cache: true, artifacts: true, upload_multiple_artifacts: true, refspecs: true },
        ...{ masking: true, trace_reset: true, trace_checksum: true, trace_size: true, cancelable: true },
        ...{ cancel_gracefully: true, two_phase_job_commit: true, return_exit_code: true },
      },
    },
    system_id: 's_0123456789ab',
  },
} as const;

/** Sends the requests of gitlab-runner, field by field, and reads the same parts of the answers. */
export class Runner {
  /** Value of the last answer, which the runner sends back. */
  private lastUpdate: string | undefined;

  private constructor(
    readonly id: number,
    readonly token: string,
    private readonly release: Release,
  ) {}

  /** `gitlab-runner register --registration-token`. */
  static async register(registration: string, release: Release = 'current', tags = ''): Promise<Runner> {
    const settings = { description: 'of the suite', tag_list: tags, run_untagged: true, locked: false };
    const headers: Record<string, string> = release === 'current' ? { 'runner-token': registration } : {};
    const body = { token: registration, ...settings, info: ABOUT[release].info };
    const answer = await Runner.json('POST', '/runners', body, headers);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'application/json']);
    const made = z
      .object({ id: z.int().positive(), token: z.string().min(1), token_expires_at: z.null() })
      .parse(await answer.json());
    return new Runner(made.id, made.token, release);
  }

  /** Registers a runner of a project. @param api of a caller who may read its registration token @param at path of the project */
  static async ofProject(api: Pick<ApiClient, 'read'>, at: string, release?: Release): Promise<Runner> {
    const { runners_token: registration } = await api.read<{ runners_token: string }>(at);
    return Runner.register(registration, release);
  }

  /** `gitlab-runner register --token`, with a token created by a user. */
  static async verify(token: string): Promise<Runner> {
    const body = { token, ...ABOUT.current };
    const answer = await Runner.json('POST', '/runners/verify', body, { 'runner-token': token });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    const { id } = z.object({ id: z.int().positive(), token: z.literal(token) }).parse(await answer.json());
    return new Runner(id, token, 'current');
  }

  /** Requests until there is a job; with long polling the answer comes with the job. */
  async take(): Promise<Job> {
    for (;;) {
      const answer = await this.request();
      if (answer.status === 201) {
        expect(answer.headers.get('content-type')).toBe('application/json');
        const job = Job.parse(await answer.json());
        if (this.release === 'current') expect((await this.report(job, 'running')).status).toBe(200);
        return job;
      }
      expect(answer.status).toBe(204);
    }
  }

  /** Requests a job once. */
  async request(): Promise<Response> {
    const about = { ...ABOUT[this.release], ...(this.lastUpdate !== undefined && { last_update: this.lastUpdate }) };
    const answer = await this.call('POST', '/jobs/request', { token: this.token, ...about });
    this.lastUpdate = answer.headers.get('x-gitlab-last-update') ?? undefined;
    return answer;
  }

  /** Appends to the trace of a job. */
  write({ id, token }: Job, start: number, text: string): Promise<Response> {
    const isCurrent = this.release === 'current';
    const end = start + Buffer.byteLength(text) - (isCurrent ? 1 : 0);
    const headers = { 'content-type': 'text/plain', 'job-token': token, 'content-range': `${start}-${end}` };
    return Runner.send('PATCH', `/jobs/${id}/trace${isCurrent ? '?debug_trace=false' : ''}`, text, headers);
  }

  /** Reports a state of a job, with its whole trace so far. */
  report(job: Job, state: 'running' | 'success' | 'failed', written = '', reason?: string): Promise<Response> {
    const body = { token: job.token, state, info: ABOUT[this.release].info, ...(reason && { failure_reason: reason }) };
    if (this.release === '10.3') return this.call('PUT', `/jobs/${job.id}`, { ...body, trace: written });
    const checksum = `crc32:${crc32(written).toString(16).padStart(8, '0')}`;
    const output = { checksum, bytesize: Buffer.byteLength(written) };
    return this.call('PUT', `/jobs/${job.id}`, { ...body, checksum, output, exit_code: 0 }, { 'job-token': job.token });
  }

  /** Uploads an archive with unknown length. */
  upload({ id, token }: Job, archive: Buffer, query = 'artifact_format=zip&artifact_type=archive'): Promise<Response> {
    const boundary = randomUUID().replaceAll('-', '');
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="artifacts.zip"\r\n`;
    const type = 'Content-Type: application/octet-stream\r\n\r\n';
    const parts = [Buffer.from(`${head}${type}`), archive, Buffer.from(`\r\n--${boundary}--\r\n`)];
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'job-token': token };
    return Runner.send('POST', `/jobs/${id}/artifacts?${query}`, ReadableStream.from(parts), headers);
  }

  /** Downloads the artifacts of another job. */
  download({ id, token }: { readonly id: number; readonly token: string }): Promise<Response> {
    return Runner.send('GET', `/jobs/${id}/artifacts?direct_download=false`, undefined, { 'job-token': token });
  }

  /** `gitlab-runner unregister`. */
  unregister(): Promise<Response> {
    return this.call('DELETE', '/runners', { token: this.token });
  }

  private call(method: string, path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    const shown = this.release === 'current' ? { 'runner-token': this.token, ...headers } : {};
    return Runner.json(method, path, body, shown);
  }

  private static json(method: string, path: string, body: object, headers: Record<string, string>): Promise<Response> {
    const types = { accept: 'application/json', 'content-type': 'application/json' };
    return Runner.send(method, path, JSON.stringify(body), { ...types, ...headers });
  }

  private static send(
    method: string,
    path: string,
    body: string | ReadableStream | undefined,
    headers: Record<string, string>,
  ): Promise<Response> {
    const agent = { 'user-agent': 'gitlab-runner 17.5.0 (17-5-stable; go1.22.7; linux/amd64)' };
    const init = { method, headers: { ...agent, 'x-request-id': randomUUID().replaceAll('-', ''), ...headers } };
    return fetch(`${hearth.url}/api/v4${path}`, { ...init, ...(body !== undefined && { body, duplex: 'half' }) });
  }
}
