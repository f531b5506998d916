import { defineSettings, wholeNumber } from '@hearth/config';
import type { ProjectId } from '@hearth/contract-kit';
import { TooManyRequests } from '@hearth/http';
import { tokenHash } from '@hearth/secrets';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Runners send requests in bursts: the rates apply to this period, in seconds. */
const SECONDS = 10;

const requests = () => wholeNumber({ min: 1, max: 1_000_000 });

const settings = defineSettings(
  'Requests of runners for jobs',
  {
    HEARTH_RUNNER_REQUESTS: requests()
      .prefault('10')
      .describe(
        `How many requests for a job may be sent in a second with the same runner token, on average of ${SECONDS} seconds; those that get a job do not count`,
      ),
    HEARTH_RUNNER_PROJECT_REQUESTS: requests()
      .prefault('50')
      .describe('How many of them the specific runners of one project may send together'),
    HEARTH_RUNNER_WAITING: requests()
      .prefault('200')
      .describe(
        'How many requests may wait for a job in one process; beyond that the one that has waited longest is answered',
      ),
  },
  { readBy: ['CiModule'] },
);

/** Bounds the runners' requests for jobs, in the memory of this process. */
export class RunnerLimits {
  /** Requests that may wait for a job at the same time. */
  readonly waiting: number;
  private readonly token: RateLimiterMemory;
  private readonly project: RateLimiterMemory;

  /** @param rates requests per second with the same token, and of the runners of one project */
  constructor(rates: { readonly perToken: number; readonly perProject: number; readonly waiting: number }) {
    this.waiting = rates.waiting;
    this.token = limiterOf('runner', rates.perToken);
    this.project = limiterOf('project-runners', rates.perProject);
  }

  /** @throws ConfigurationError */
  static fromEnvironment(environment?: NodeJS.ProcessEnv): RunnerLimits {
    const values = settings.read(environment);
    return new RunnerLimits({
      perToken: values.HEARTH_RUNNER_REQUESTS,
      perProject: values.HEARTH_RUNNER_PROJECT_REQUESTS,
      waiting: values.HEARTH_RUNNER_WAITING,
    });
  }

  /** Counts a request before its token is looked up. @throws TooManyRequests */
  countToken(token: string): Promise<void> {
    return consume(this.token, tokenHash(token));
  }

  /** Counts a request of a specific runner. @throws TooManyRequests */
  countProject(id: ProjectId): Promise<void> {
    return consume(this.project, id);
  }

  /** Uncounts a request that got a job. @param projectId null for a shared runner */
  async uncount(token: string, projectId: ProjectId | null): Promise<void> {
    await this.token.reward(tokenHash(token));
    if (projectId !== null) await this.project.reward(projectId);
  }
}

function limiterOf(keyPrefix: string, perSecond: number): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix, points: perSecond * SECONDS, duration: SECONDS });
}

async function consume(limiter: RateLimiterMemory, key: string | number): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw TooManyRequests({ name: limiter.keyPrefix, allowed: limiter.points, retryAfterSeconds });
  }
}
