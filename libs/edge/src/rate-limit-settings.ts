import { defineSettings, redisUrl, wholeNumber } from '@hearth/config';

const requests = () => wholeNumber({ min: 1, max: 1_000_000_000 });

const settings = defineSettings(
  'Rate limits',
  {
    HEARTH_LIMIT_USER: requests()
      .prefault('2000')
      .describe('How many requests a user may send in a minute, and a job with its token'),
    HEARTH_LIMIT_TOKEN: requests()
      .optional()
      .describe("How many of them with the same token; the user's own limit where it is not set"),
    HEARTH_LIMIT_ADDRESS: requests()
      .prefault('500')
      .describe(
        'How many requests in a minute without a valid credential may come from one address (IPv6: one /64), and how many refused ones of runners',
      ),
    HEARTH_LIMIT_COSTLY: requests()
      .prefault('30')
      .describe(
        'How many requests in a minute without a valid credential from one address may check a .gitlab-ci.yml (POST /ci/lint)',
      ),
    HEARTH_LIMIT_CONCURRENT: requests()
      .prefault('1000')
      .describe(
        'How many requests a gateway works on at a time; further ones are answered 503 with Retry-After. Not counted: git, downloads, runners',
      ),
    HEARTH_LIMITS_STORE: redisUrl()
      .optional()
      .describe(
        'Redis or Valkey (redis://…) in which the gateways count together; each in its own memory where it is not set or does not answer',
      ),
  },
  { readBy: ['EdgeModule'] },
);

/** Requests in a minute, unless noted. */
export interface RateLimitSettings {
  readonly user: number;
  readonly token: number;
  readonly address: number;
  /** Anonymous ones of an address that take much of the processor. */
  readonly costly: number;
  /** Requests that a process works on at a time. */
  readonly concurrent: number;
  /** URL of the Redis in which the counts are shared. */
  readonly store: string | undefined;
}

export const RATE_LIMIT_SETTINGS = Symbol('hearth:rate-limit-settings');

/** @throws ConfigurationError */
export function rateLimitSettings(environment?: NodeJS.ProcessEnv): RateLimitSettings {
  const read = settings.read(environment);
  return {
    user: read.HEARTH_LIMIT_USER,
    token: read.HEARTH_LIMIT_TOKEN ?? read.HEARTH_LIMIT_USER,
    address: read.HEARTH_LIMIT_ADDRESS,
    costly: read.HEARTH_LIMIT_COSTLY,
    concurrent: read.HEARTH_LIMIT_CONCURRENT,
    store: read.HEARTH_LIMITS_STORE,
  };
}
