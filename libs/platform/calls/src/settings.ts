import { defineSettings, duration, wholeNumber } from '@hearth/config';

const settings = defineSettings(
  'Calls',
  {
    HEARTH_CALL_TIMEOUT: duration({ min: 100, max: 600_000 })
      .prefault('30s')
      .describe(
        'How long a call waits for its answer, and a request at the gateway for a service that does not listen, at most',
      ),
    HEARTH_WAITING_LIMIT: wholeNumber({ min: 1, max: 1_000_000 })
      .prefault('2000')
      .describe(
        'How many requests of a process may wait for one service that does not listen; further ones fail at once',
      ),
  },
  { readBy: ['HttpCalls', 'LocalCalls'] },
);

/** Longest wait for a service in milliseconds, from HEARTH_CALL_TIMEOUT. */
export function callTimeout(): number {
  return settings.read().HEARTH_CALL_TIMEOUT;
}

/** Most requests that may wait for one service, from HEARTH_WAITING_LIMIT. */
export function waitingLimit(): number {
  return settings.read().HEARTH_WAITING_LIMIT;
}
