import { defineSettings, duration } from '@hearth/config';

const DAY_MS = 86_400_000;

const settings = defineSettings(
  'OAuth',
  {
    HEARTH_OAUTH_REFRESH_IDLE: duration({ min: DAY_MS, max: 3650 * DAY_MS })
      .prefault('30d')
      .describe(
        'After how long without use a refresh token ends; its user then has to authorize the application again',
      ),
  },
  { readBy: ['IdentityModule'] },
);

/** Maximum time that a refresh token may be unused, in milliseconds. */
export interface RefreshLimits {
  readonly idleMs: number;
}

export const REFRESH_LIMITS = Symbol('hearth:refresh-limits');

/** @throws ConfigurationError */
export function refreshLimits(environment?: NodeJS.ProcessEnv): RefreshLimits {
  return { idleMs: settings.read(environment).HEARTH_OAUTH_REFRESH_IDLE };
}
