import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

export type { Logger };

/** JSON lines on standard output, each with the service's name. Credentials are cut out wherever an object carries them. */
export function makeLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['*.authorization', '*.password', '*.token', '*["private-token"]'], censor: '[cut]' },
  });
}

/** Nest's own messages, in the same form. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    this.logger.error({ details }, message instanceof Error ? (message.stack ?? message.message) : String(message));
  }

  debug(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, String(message));
  }

  verbose(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, String(message));
  }
}
