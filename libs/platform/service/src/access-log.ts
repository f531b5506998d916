import { defineSettings } from '@hearth/config';
import { z } from 'zod';
import type { Logger } from './logger.js';

const settings = defineSettings('Requests in the log', {
  HEARTH_ACCESS_LOG: z
    .enum(['none', 'notable', 'all'])
    .prefault('notable')
    .describe(
      'Which requests get a line in the log when they end: none, notable (answered with 5xx other than 501, broken off, or slower than a second) or all',
    ),
});

/** Longer than an ordinary request takes: slower ones are always logged. */
const SLOW_MS = 1_000;

/** A completed request as the access log writes it: no query, no header. */
export interface CompletedRequest {
  readonly method: string;
  /** Pattern of its route; undefined without a route. */
  readonly route: string | undefined;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Bytes sent to the client, headers included. */
  readonly bytes: number;
  /** True when the client disconnected before the end of the response. */
  readonly aborted: boolean;
}

export type AccessLog = (request: CompletedRequest) => void;

/**
 * Creates the access log that HEARTH_ACCESS_LOG selects; it writes at level info.
 * @throws ConfigurationError
 */
export function accessLog(logger: Logger): AccessLog {
  const wanted = settings.read().HEARTH_ACCESS_LOG;
  if (wanted === 'none') return () => undefined;
  return (request) => {
    if (wanted === 'all' || isNotable(request)) logger.info(request, 'request');
  };
}

/** Returns whether the server failed to answer. 501 is the declared answer of an operation that is not implemented. */
export function hasFailed(status: number): boolean {
  return status >= 500 && status !== 501;
}

function isNotable({ status, milliseconds, aborted }: CompletedRequest): boolean {
  return hasFailed(status) || milliseconds >= SLOW_MS || aborted;
}
