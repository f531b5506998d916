import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { sentenceOf } from '../system-errors.mjs';

const ROTATE_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 64 * 1024;

/** Opens a log for appending and returns its file descriptor; a log above 10 MB is put aside first (one is kept). */
export function openLog(file) {
  if (existsSync(file) && statSync(file).size > ROTATE_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/** The last lines of a log; empty when there is none. */
export function tailOfLog(file, lines = 20) {
  if (!existsSync(file)) return '';
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } finally {
    closeSync(descriptor);
  }
}

/** Appends one dated line to a log; on a full disk it is lost. */
export function appendLine(file, text) {
  try {
    appendFileSync(file, `${new Date().toISOString()} ${text}\n`);
  } catch (error) {
    if (!sentenceOf(error)) throw error;
  }
}
