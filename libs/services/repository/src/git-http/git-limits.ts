import { availableParallelism } from 'node:os';
import { byteSize, defineSettings, duration, wholeNumber } from '@hearth/config';
import { gitIdleTimeout } from '@hearth/http';

const count = () => wholeNumber({ min: 1, max: 100_000 });
const time = () => duration({ min: 100, max: 86_400_000 });

const settings = defineSettings(
  'Limits of git',
  {
    HEARTH_GIT_PROCESSES: count()
      .optional()
      .describe('Fetches and pushes that a process serves at once; four for each core where it is not set'),
    HEARTH_GIT_PER_REPOSITORY: count()
      .optional()
      .describe(
        'Fetches and pushes of one repository at once; three quarters of HEARTH_GIT_PROCESSES where it is not set',
      ),
    HEARTH_GIT_PER_USER: count()
      .prefault('8')
      .describe('Fetches and pushes of one user at once, and never more than half of HEARTH_GIT_PROCESSES'),
    HEARTH_GIT_PER_ADDRESS: count()
      .prefault('4')
      .describe(
        'Fetches at once of the anonymous callers of one address, or one IPv6 network (/64), and never more than half of HEARTH_GIT_PROCESSES',
      ),
    HEARTH_GIT_WAIT: duration({ max: 60_000 })
      .prefault('10s')
      .describe(
        'How long a fetch or push above these limits waits before it is answered 503; four may wait for each that may run',
      ),
    HEARTH_GIT_REQUEST_TIMEOUT: time()
      .prefault('1m')
      .describe('How long a fetch may take until its answer begins, and a push until its list of refs is complete'),
    HEARTH_PACK_CACHE: byteSize({ orZero: true })
      .prefault('1GiB')
      .describe(
        'Disk space, in the folder of the first storage, for answers that equal fetches share; 0: each fetch has a git of its own',
      ),
    HEARTH_PUSH_LIMIT: byteSize().prefault('5GiB').describe('The largest pack that a push may bring'),
    HEARTH_REPOSITORY_LIMIT: byteSize()
      .prefault('10GiB')
      .describe('The size on disk beyond which pushes may not make a repository grow'),
  },
  { readBy: ['RepositoryModule'] },
);

/** Most fetches and pushes at once, and the time that others wait for them (milliseconds). */
export interface SlotLimits {
  readonly total: number;
  readonly perRepository: number;
  readonly perUser: number;
  readonly perAddress: number;
  readonly waitMs: number;
}

/** Limits for git clients of this process. Sizes in bytes, times in milliseconds. */
export class GitLimits {
  constructor(
    readonly slots: SlotLimits,
    readonly times: { readonly requestMs: number; readonly idleMs: number },
    readonly pushBytes: number,
    readonly repositoryBytes: number,
    readonly packCacheBytes: number,
  ) {}

  /** @throws ConfigurationError */
  static fromEnvironment(environment?: NodeJS.ProcessEnv): GitLimits {
    const read = settings.read(environment);
    const total = read.HEARTH_GIT_PROCESSES ?? 4 * availableParallelism();
    const slots = {
      total,
      perRepository: read.HEARTH_GIT_PER_REPOSITORY ?? Math.ceil((total * 3) / 4),
      perUser: Math.min(read.HEARTH_GIT_PER_USER, Math.ceil(total / 2)),
      perAddress: Math.min(read.HEARTH_GIT_PER_ADDRESS, Math.ceil(total / 2)),
      waitMs: read.HEARTH_GIT_WAIT,
    };
    const times = { requestMs: read.HEARTH_GIT_REQUEST_TIMEOUT, idleMs: gitIdleTimeout(environment) };
    return new GitLimits(slots, times, read.HEARTH_PUSH_LIMIT, read.HEARTH_REPOSITORY_LIMIT, read.HEARTH_PACK_CACHE);
  }
}
