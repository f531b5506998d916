import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { Keyring } from '@hearth/secrets';
import { RUNNER_TOKEN } from '../runners/runner-token.js';
import { RunnersStore, type PollingRunner, type NewRunner } from '../runners/runners.store.js';
import { Batcher } from './batcher.js';
import { BuildQueue } from './build-queue.js';
import type { JobPayload } from './job-payload.facts.js';
import { RunnerLimits } from './runner-limits.js';
import { TakeJob } from './take.js';
import { WaitingRunners } from './waiting-runners.js';

/** Longest wait of a request for a job, in milliseconds: below the minute after which proxies time out. */
const LONGEST_WAIT_MS = 50_000;
/** Time between two updates of a polling runner's last contact, in milliseconds. */
const CONTACT_MS = 60_000;

/** Runner's request for a job. */
export interface JobRequest {
  readonly token: string;
  /** Version of the last response. While it is the present one, there is no look-up. */
  readonly lastUpdate: string | undefined;
  readonly info: NewRunner['info'];
  /** Machine that sends the request, among those that share the token; older runners do not send it. */
  readonly system: string | undefined;
  /** Whether it runs `after_script` of a job that is canceled. */
  readonly cancelsGracefully: boolean;
  /** Scheme, host and port that it used. */
  readonly baseUrl: string;
}

/** Finds a job for a runner. A runner whose last response was the present state of the queue waits for the next job. */
@Injectable()
export class AwaitJob {
  private readonly runners = new Batcher(this.findAll.bind(this));

  constructor(
    private readonly db: Database,
    private readonly runnersStore: RunnersStore,
    private readonly keyring: Keyring,
    private readonly buildQueue: BuildQueue,
    private readonly waitingRunners: WaitingRunners,
    private readonly takeJob: TakeJob,
    private readonly runnerLimits: RunnerLimits,
  ) {}

  /**
   * @param signal aborted when the runner disconnects
   * @returns the job, if there is one, and the version for the next request: with a job, a version that the queue never has, as there may be more
   * @throws Forbidden, TooManyRequests
   */
  async execute(request: JobRequest, signal: AbortSignal): Promise<{ job: JobPayload | undefined; version: string }> {
    const { token, lastUpdate, system = '' } = request;
    await this.runnerLimits.countToken(token);
    const runner = await this.authenticate(request);
    if (runner.projectId !== null) await this.runnerLimits.countProject(runner.projectId);
    if (runner.hasSilentJob) await this.takeJob.requeueSilent(runner.id, system);
    const { version } = this.buildQueue;
    const waits = lastUpdate === version;
    const job = await (waits
      ? this.wait(runner, request, signal)
      : this.takeJob.execute(runner, machineOf(request), signal));
    if (!job) return { job, version: waits ? this.buildQueue.versionAfter(version) : version };
    await this.runnerLimits.uncount(token, runner.projectId);
    return { job, version: randomUUID() };
  }

  private wait(runner: PollingRunner, request: JobRequest, signal: AbortSignal): Promise<JobPayload | undefined> {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT_MS)]);
    return this.waitingRunners.wait(runner, ended, async () => {
      // The runner may have been paused or deleted in the meantime.
      const present = await this.authenticate(request);
      return this.takeJob.execute(present, machineOf(request), signal);
    });
  }

  /** Also stores what is new about the runner. @throws Forbidden */
  private async authenticate({ token, info }: JobRequest): Promise<PollingRunner> {
    const runner = await this.runners.run(token);
    if (!runner) throw Forbidden();
    if (isNews(runner, info)) await this.db.tx((tx) => this.runnersStore.introduce(tx, runner.id, info));
    return runner;
  }

  private async findAll(tokens: readonly string[]): Promise<(PollingRunner | undefined)[]> {
    const lookups = tokens.map((token) => this.keyring.lookups(token, RUNNER_TOKEN));
    const runners = await this.runnersStore.findPolling(this.db, lookups.flat());
    return lookups.map((some) => runners.find(({ lookup }) => some.includes(lookup)));
  }
}

function machineOf({ system = '', cancelsGracefully, baseUrl }: JobRequest) {
  return { system, cancelsGracefully, baseUrl };
}

function isNews(runner: PollingRunner, info: JobRequest['info']): boolean {
  const { contactedAt, info: known } = runner;
  if (contactedAt === null || Date.now() - contactedAt.getTime() > CONTACT_MS) return true;
  return (Object.keys(info) as (keyof typeof info)[]).some((key) => info[key] && info[key] !== known[key]);
}
