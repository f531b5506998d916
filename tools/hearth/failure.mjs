import { sentenceOf } from './system-errors.mjs';

/**
 * A failure that its reader can act on. The message is one sentence that says what to do next; `details` are lines to
 * show above it (the end of a log, a compiler's errors).
 */
export class Failure extends Error {
  /** @param {string} message @param {{ exitCode?: number, details?: string, cause?: unknown }} [options] */
  constructor(message, { exitCode = 1, details = '', cause } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.details = details;
  }
}

/** Prints an error the way every part of `./hearth` does and returns the exit status to leave with. */
export function reportError(error) {
  if (process.env.HEARTH_DEBUG === '1') console.error(error);
  if (error instanceof Failure) {
    if (error.details) process.stderr.write(`${error.details.trimEnd()}\n`);
    process.stderr.write(`hearth: ${error.message}\n`);
    return error.exitCode;
  }
  const sentence = sentenceOf(error);
  if (sentence) {
    process.stderr.write(`hearth: ${sentence}\n`);
    return 1;
  }
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `hearth: something unexpected happened (${text}); run it again with HEARTH_DEBUG=1 to see where.\n`,
  );
  return 1;
}
