import { createHash, randomBytes } from 'node:crypto';
import { waitFor } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { PATIENCE_MS } from './insist.js';

const AGAIN_MS = 250;
/** Longest wait for an answer. A runner then disconnects and requests again; a job granted meanwhile is requeued for others. */
const PATIENT_MS = 15_000;
const ANSWER_MS = 60_000;
/** Number of steps of a job: it is granted, writes three times, uploads or downloads, ends. */
export const STEPS_OF_JOB = 6;
const PIECES = 3;

interface Dependency {
  readonly id: number;
  readonly token: string;
}

interface GrantedJob {
  readonly id: number;
  readonly token: string;
  readonly artifacts: readonly object[];
  readonly dependencies: readonly Dependency[];
}

/** Record of the jobs, writes and answers of the runners, to be compared with the system's state. */
export class BuildLedger {
  /** Number of grants by job. */
  readonly granted = new Map<number, number>();
  readonly traces = new Map<number, string>();
  /** Hashes of the artifacts of each job, as they were uploaded. */
  readonly uploads = new Map<number, string>();
  /** Refused requests, and downloads that differ from the upload. */
  readonly mistakes: string[] = [];

  /** @param passed called after each step */
  constructor(readonly passed: () => void) {}
}

/** A runner with one job at a time, which repeats requests without an answer or with 5xx, as gitlab-runner does. */
export class BuildRunner {
  private lastUpdate: string | undefined;

  private constructor(
    private readonly token: string,
    private readonly ledger: BuildLedger,
  ) {}

  static async register(registration: string, ledger: BuildLedger): Promise<BuildRunner> {
    const answer = await fetch(`${hearth.url}/api/v4/runners`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: registration }),
    });
    if (answer.status !== 201) throw new Error(`registering was answered with ${answer.status}`);
    return new BuildRunner(((await answer.json()) as { token: string }).token, ledger);
  }

  /** Runs jobs until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const next = async () => signal.aborted || (await this.request(signal));
    for (;;) {
      const job = await waitFor('a job', next, { timeoutMs: 2 * PATIENCE_MS, intervalMs: AGAIN_MS });
      if (job === true) return;
      await this.runJob(job);
    }
  }

  private async request(signal: AbortSignal): Promise<GrantedJob | undefined> {
    const answer = await fetch(`${hearth.url}/api/v4/jobs/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: this.token, system_id: 's_1', last_update: this.lastUpdate }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENT_MS)]),
    });
    if (answer.status !== 201) {
      await answer.arrayBuffer();
      if (answer.status === 204) this.lastUpdate = answer.headers.get('x-gitlab-last-update') ?? undefined;
      else if (answer.status < 500) this.ledger.mistakes.push(`a request for a job was answered with ${answer.status}`);
      return undefined;
    }
    const job = (await answer.json()) as GrantedJob;
    this.lastUpdate = undefined;
    this.ledger.granted.set(job.id, (this.ledger.granted.get(job.id) ?? 0) + 1);
    this.ledger.passed();
    return job;
  }

  private async runJob(job: GrantedJob): Promise<void> {
    try {
      await this.write(job);
      for (const dependency of job.dependencies) await this.download(dependency);
      if (job.artifacts.length > 0) await this.upload(job);
      this.ledger.passed();
      const body = JSON.stringify({ token: job.token, state: 'success' });
      const headers = { 'content-type': 'application/json' };
      const end = await insistently(`/jobs/${job.id}`, () => ({ method: 'PUT', headers, body }));
      if (end.status !== 200 || end.headers.get('job-status') !== 'success')
        throw new Error(`its end was answered with ${end.status}, ${end.headers.get('job-status')}`);
      this.ledger.passed();
    } catch (error) {
      this.ledger.mistakes.push(`job ${job.id}: ${(error as Error).message}`);
    }
  }

  /** Writes the trace piece by piece, and continues at the end that the system reports. */
  private async write({ id, token }: GrantedJob): Promise<void> {
    const pieces = Array.from({ length: PIECES }, (_, n) => `${n} of ${id}: ${randomBytes(400).toString('hex')}\n`);
    const trace = pieces.join('');
    this.ledger.traces.set(id, trace);
    for (let piece = 1, from = 0; piece <= PIECES; piece++, this.ledger.passed()) {
      const to = pieces.slice(0, piece).join('').length;
      while (from < to) {
        const headers = { 'content-type': 'text/plain', 'job-token': token, 'content-range': `${from}-${to - 1}` };
        const body = trace.slice(from, to);
        const answer = await insistently(`/jobs/${id}/trace`, () => ({ method: 'PATCH', headers, body }));
        const size = Number(/^0-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1]);
        if (![202, 416].includes(answer.status) || !(size >= from && size <= to))
          throw new Error(`a piece from ${from} to ${to} was answered with ${answer.status}, ${size}`);
        from = size;
      }
    }
  }

  private async upload({ id, token }: GrantedJob): Promise<void> {
    const content = randomBytes(64 * 1024);
    this.ledger.uploads.set(id, hashOf(content));
    const answer = await insistently(`/jobs/${id}/artifacts`, () => {
      const body = new FormData();
      body.append('file', new Blob([content]), 'artifacts.zip');
      return { method: 'POST', headers: { 'job-token': token }, body };
    });
    if (answer.status !== 201) throw new Error(`its artifacts were answered with ${answer.status}`);
  }

  private async download({ id, token }: Dependency): Promise<void> {
    const answer = await insistently(`/jobs/${id}/artifacts`, () => ({ headers: { 'job-token': token } }));
    if (hashOf(answer.content) !== this.ledger.uploads.get(id))
      throw new Error(`the artifacts of ${id} are others: ${answer.status}, ${answer.content.length} bytes`);
  }
}

interface CompleteAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly content: Buffer;
}

/** Sends a request until a complete answer other than 5xx or a delay has arrived. */
function insistently(path: string, request: () => RequestInit): Promise<CompleteAnswer> {
  const send = async () => {
    const answer = await answered(path, request());
    return answer.status < 500 && answer.status !== 429 && answer;
  };
  return waitFor(`an answer to ${path}`, send, { timeoutMs: PATIENCE_MS, intervalMs: AGAIN_MS });
}

async function answered(path: string, request: RequestInit): Promise<CompleteAnswer> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(`${hearth.url}/api/v4${path}`, { ...request, signal });
  return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
