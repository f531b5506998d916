import { Logger } from '@nestjs/common';
import type { LogEntry } from 'kafkajs';

const logger = new Logger('Kafka');
/** During an outage each client logs the same lines several times a second. */
const REPEAT_MS = 10_000;
const MOST_REMEMBERED = 200;

/** Time at which each line was last written. */
const written = new Map<string, number>();

/** Logs kafkajs' warnings and errors as warnings, the same one at most every ten seconds. */
export function kafkaLog({ namespace, log }: LogEntry): void {
  const line = `${namespace}: ${log.message}${log['error'] ? ` (${String(log['error'])})` : ''}`;
  const now = performance.now();
  const last = written.get(line);
  if (last !== undefined && now - last < REPEAT_MS) return;
  if (written.size >= MOST_REMEMBERED) written.clear();
  written.set(line, now);
  logger.warn(line);
}
