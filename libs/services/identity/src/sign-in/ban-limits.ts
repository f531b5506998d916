import { defineSettings, duration, wholeNumber } from '@hearth/config';

const settings = defineSettings(
  'Bans after failed sign-ins',
  {
    HEARTH_SIGN_IN_FAILURES: wholeNumber({ min: 2, max: 1_000 })
      .prefault('10')
      .describe(
        'After how many wrong passwords for one login from one address no password of that login opens anything',
      ),
    HEARTH_SIGN_IN_WINDOW: duration({ min: 1_000, max: 86_400_000 })
      .prefault('1m')
      .describe('Within which time they have to follow each other'),
    HEARTH_SIGN_IN_BAN: duration({ min: 1_000, max: 86_400_000 }).prefault('10m').describe('How long that lasts'),
  },
  { readBy: ['IdentityModule'] },
);

/** Limits of failed sign-ins before a ban. Times in milliseconds. */
export interface BanLimits {
  readonly failures: number;
  readonly windowMs: number;
  readonly banMs: number;
}

export const BAN_LIMITS = Symbol('hearth:ban-limits');

/** @throws ConfigurationError */
export function banLimits(environment?: NodeJS.ProcessEnv): BanLimits {
  const { HEARTH_SIGN_IN_FAILURES, HEARTH_SIGN_IN_WINDOW, HEARTH_SIGN_IN_BAN } = settings.read(environment);
  return { failures: HEARTH_SIGN_IN_FAILURES, windowMs: HEARTH_SIGN_IN_WINDOW, banMs: HEARTH_SIGN_IN_BAN };
}
