import type { ServerResponse } from 'node:http';
import { refuseOnSocket } from '@hearth/http';
import { currentOrigin } from '@hearth/telemetry';
import { Counter } from 'prom-client';
import type { Logger } from '../logger.js';

/** Errors of Node's HTTP and streams about one message: they are thrown before anything is changed. */
const ABOUT_ONE_MESSAGE = /^ERR_(HTTP|STREAM)_/;

const failed = new Counter({
  name: 'hearth_uncaught_errors_total',
  help: 'Requests that were ended because work on them failed with an error that nothing caught',
});

/**
 * Logs uncaught errors, with their request. If one request is at fault and nothing else was interrupted, only that request ends. Any other error ends
 * the process with status 1, because the interrupted work is unknown, and the supervisor starts it again.
 */
export function handleUncaughtErrors(logger: Logger): void {
  // A rejection unwinds no other code.
  process.on('unhandledRejection', (error) => handle(logger, error, true));
  process.on('uncaughtException', (error) => handle(logger, error, ABOUT_ONE_MESSAGE.test(codeOf(error))));
}

function handle(logger: Logger, error: unknown, isContained: boolean): void {
  const request = currentOrigin()?.request;
  const details = { err: error, ...(request && { method: request.method, route: request.route() }) };
  if (isContained && request && !request.response.closed) {
    logger.error(details, 'uncaught error in a request, which ends');
    failed.inc();
    return endRequest(request.response);
  }
  logger.fatal(details, 'uncaught error, the process ends');
  process.exit(1);
}

/** Answers 500 where no answer has begun; the connection ends either way. */
function endRequest(response: ServerResponse): void {
  const { socket, headersSent } = response;
  if (socket && !headersSent) refuseOnSocket(socket, 500, () => response.destroy());
  else response.destroy();
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}
