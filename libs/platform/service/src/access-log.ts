import { defineSettings } from '@hearth/config';
import { z } from 'zod';
import type { Logger } from './logger.js';

const settings = defineSettings('Requests in the log', {
  HEARTH_ACCESS_LOG: z
    .enum(['none', 'notable', 'all'])
    .prefault('notable')
    .describe(
      'Which requests get a line in the log when they end: none, notable (answered with 5xx, broken off, or slower than a second) or all',
    ),
});

/** Longer than an ordinary request takes: what is slower is worth a line. */
const SLOW_MS = 1_000;

/** A request that has ended, as the log tells it: no query, no header. */
export interface EndedRequest {
  readonly method: string;
  /** Pattern of its route; undefined where there is none. */
  readonly route: string | undefined;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Sent to the client, headers included. */
  readonly bytes: number;
  /** True when the client left before the end of the answer. */
  readonly aborted: boolean;
}

export type AccessLog = (request: EndedRequest) => void;

/**
 * Writes the lines of requests that HEARTH_ACCESS_LOG asks for, at level info.
 * @throws ConfigurationError
 */
export function accessLog(logger: Logger): AccessLog {
  const wanted = settings.read().HEARTH_ACCESS_LOG;
  if (wanted === 'none') return () => undefined;
  return (request) => {
    if (wanted === 'all' || isNotable(request)) logger.info(request, 'request');
  };
}

function isNotable({ status, milliseconds, aborted }: EndedRequest): boolean {
  return status >= 500 || milliseconds >= SLOW_MS || aborted;
}
