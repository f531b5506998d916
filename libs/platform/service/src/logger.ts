import type { LoggerService } from '@nestjs/common';
import { configurationErrorIn } from '@hearth/config';
import { currentOrigin, currentSpan } from '@hearth/telemetry';
import { pino, type DestinationStream, type Logger } from 'pino';
import { withoutSecrets } from './secrets-in-text.js';

export type { Logger };

/** Names of properties whose values are credentials, wherever they occur in a log line. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'private_token',
  'job_token',
  'access_token',
  'refresh_token',
  'private-token',
  'job-token',
  'set-cookie',
  'x-hearth-caller',
];
/** Depths at which those properties are searched: `{ err: { request: { headers: {…} } } }`. */
const DEPTHS = ['', '*.', '*.*.', '*.*.*.'];

/**
 * Creates a logger of JSON lines on standard output, each with the service's name and, where they exist, the correlation id, the acting
 * user and the ids of trace and span. Credentials are removed: values of properties that hold them, passwords and queries of URLs in any
 * text.
 * @param destination in place of standard output
 */
export function makeLogger(service: string, level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: DEPTHS.flatMap((depth) =>
          SECRET_KEYS.map((key) => (/^\w+$/.test(key) ? `${depth}${key}` : `${depth.replace(/\.$/, '')}["${key}"]`)),
        ),
        censor: '[cut]',
      },
      mixin: surroundings,
      hooks: { streamWrite: withoutSecrets },
    },
    destination ?? standardOutput(),
  );
}

/** Bytes of lines that could not be written and are tried again with the next ones. */
const UNWRITTEN_BYTES = 64 * 1024;

/**
 * Returns a stream to standard output. On a full disk lines are lost and the process goes on; pino would end it, after an endless loop of flushes
 * that blocks even its end. Written synchronously, so that nothing is left to flush.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: UNWRITTEN_BYTES });
  output.removeAllListeners('error');
  output.on('error', () => undefined);
  return output;
}

/** Returns the properties of the running work that every line has. */
function surroundings(): object {
  const origin = currentOrigin();
  const span = currentSpan();
  return {
    ...(origin && { correlationId: origin.correlation }),
    ...(origin?.actor !== undefined && { actor: origin.actor }),
    ...(span && { traceId: span.traceId, spanId: span.spanId }),
  };
}

/** Nest's own messages, in the same form, and structured records of services. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    if (typeof message === 'object' && message !== null) this.logger.info({ context, ...message });
    else this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    // The process exits with the error's sentence; the stack would only distract from it.
    if (configurationErrorIn(message)) return;
    this.logger.error({ details }, message instanceof Error ? (message.stack ?? message.message) : String(message));
  }

  debug(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, String(message));
  }

  verbose(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, String(message));
  }
}
