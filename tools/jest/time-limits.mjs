// Gives every test and hook a time limit, which jest-light-runner does not know: one that waits in vain would keep the run from ending.
import { Worker } from 'node:worker_threads';
import { addEventHandler } from 'jest-circus';

/** Longer than any test takes on a busy machine; suites whose tests are whole campaigns, such as the fuzzer's, set another one. */
const LIMIT_MS = Number(process.env.HEARTH_TEST_LIMIT_MINUTES ?? 5) * 60_000;
/** What the next tests of a file get once one came to its limit. */
const LIMIT_AFTERWARDS_MS = Math.min(LIMIT_MS, 30_000);
/** After so many the others of the file are not run: they wait for the same thing, and would add up to hours. */
const MOST_LATE = 3;
const BEAT_MS = 1_000;

/** How many tests of a file came to their limit, by its outermost describe block. */
const late = new WeakMap();

// The handler of jest-circus itself comes first: what it has added stands last.
addEventHandler(({ name }, { currentDescribeBlock, rootDescribeBlock }) => {
  if (name === 'add_test') limit(currentDescribeBlock.children.at(-1), rootDescribeBlock);
  if (name === 'add_hook') limit(currentDescribeBlock.hooks.at(-1), rootDescribeBlock);
});
endWhenBlocked();

function limit(entry, file) {
  const { fn, type } = entry;
  // Skipped tests may have none; those that take a callback are none of ours.
  if (!fn || fn.length > 0) return;
  entry.fn = () => {
    const lateBefore = late.get(file) ?? 0;
    if (type === 'test' && lateBefore >= MOST_LATE)
      throw new Error(`not run: ${lateBefore} tests before it took too long`);
    const milliseconds = lateBefore > 0 ? LIMIT_AFTERWARDS_MS : LIMIT_MS;
    let timer;
    const atLimit = new Promise((_, reject) => {
      timer = setTimeout(() => {
        late.set(file, lateBefore + 1);
        reject(new Error(`took longer than ${milliseconds / 1000} s`));
      }, milliseconds);
    });
    return Promise.race([Promise.resolve().then(fn), atLimit]).finally(() => clearTimeout(timer));
  };
}

/** No timer fires where a loop does not end: a thread beside it then ends the process, and Jest reports the file as failed. */
function endWhenBlocked() {
  const watch = `
    const { parentPort } = require('node:worker_threads');
    let last = Date.now();
    parentPort.on('message', () => (last = Date.now()));
    setInterval(() => {
      if (Date.now() - last > ${LIMIT_MS}) process.kill(process.pid, 'SIGKILL');
    }, ${BEAT_MS});`;
  const watcher = new Worker(watch, { eval: true });
  watcher.unref();
  setInterval(() => watcher.postMessage('alive'), BEAT_MS).unref();
}
