import { defineSettings, duration } from '@hearth/config';

const DAY_MS = 86_400_000;

const settings = defineSettings(
  'Sessions of browsers',
  {
    HEARTH_SESSION_IDLE: duration({ min: 60_000, max: 365 * DAY_MS })
      .prefault('7d')
      .describe('After how long without a request a browser has to sign in again'),
    HEARTH_SESSION_LIFETIME: duration({ min: 60_000, max: 365 * DAY_MS })
      .prefault('30d')
      .describe('After how long it has to in any case'),
    HEARTH_SESSION_REMEMBERED: duration({ min: 60_000, max: 365 * DAY_MS })
      .prefault('14d')
      .describe(
        'How long a session lasts whose user has ticked "Remember me", with requests or without; others end with the browser, too',
      ),
  },
  { readBy: ['IdentityModule'] },
);

/** Lifetimes of a session, in milliseconds. */
export interface SessionLimits {
  readonly idleMs: number;
  readonly lifetimeMs: number;
  readonly rememberedMs: number;
}

export const SESSION_LIMITS = Symbol('hearth:session-limits');

/** @throws ConfigurationError */
export function sessionLimits(environment?: NodeJS.ProcessEnv): SessionLimits {
  const { HEARTH_SESSION_IDLE, HEARTH_SESSION_LIFETIME, HEARTH_SESSION_REMEMBERED } = settings.read(environment);
  return {
    idleMs: HEARTH_SESSION_IDLE,
    lifetimeMs: HEARTH_SESSION_LIFETIME,
    rememberedMs: HEARTH_SESSION_REMEMBERED,
  };
}
