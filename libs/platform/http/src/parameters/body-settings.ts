import { defineSettings, duration } from '@hearth/config';
import type { BodyDeadlines } from './body-deadlines.js';

const settings = defineSettings('Request bodies', {
  HEARTH_BODY_TIMEOUT: duration({ min: 100, max: 3_600_000 })
    .prefault('2m')
    .describe('Longest time until the body of a request is complete, but of a push or fetch: 408 then'),
  HEARTH_GIT_IDLE_TIMEOUT: duration({ min: 100, max: 86_400_000 })
    .prefault('5m')
    .describe(
      'How long a fetch or push may stand still: without a byte in either direction, or of its client in the middle of its request',
    ),
});
/** As in nginx and Apache: long enough for an answer to reach a client that is still sending. */
const LINGER_MS = 30_000;

/** Reads the deadlines of request bodies from the environment. */
export function bodyDeadlines(): BodyDeadlines {
  const { HEARTH_BODY_TIMEOUT: bodyMs, HEARTH_GIT_IDLE_TIMEOUT: idleMs } = settings.read();
  return { bodyMs, idleMs, lingerMs: LINGER_MS };
}

/** Longest pause of a fetch or push, in milliseconds, from HEARTH_GIT_IDLE_TIMEOUT. */
export function gitIdleTimeout(environment?: NodeJS.ProcessEnv): number {
  return settings.read(environment).HEARTH_GIT_IDLE_TIMEOUT;
}
