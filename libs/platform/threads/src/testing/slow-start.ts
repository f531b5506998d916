export { echo, spin } from './tasks.js';

/** The start of a thread on a busy machine. */
const START_MS = 600;

Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, START_MS);
