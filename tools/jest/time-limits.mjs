// Gives every test and hook a time limit, which jest-light-runner does not know: one that waits in vain would keep the run from ending.
import { Worker } from 'node:worker_threads';
import { addEventHandler } from 'jest-circus';
import { limit, LIMIT_MS } from './limits.mjs';

const BEAT_MS = 1_000;

// The handler of jest-circus itself comes first: what it has added stands last.
addEventHandler(({ name }, { currentDescribeBlock, rootDescribeBlock }) => {
  if (name === 'add_test') limit(currentDescribeBlock.children.at(-1), currentDescribeBlock, rootDescribeBlock);
  if (name === 'add_hook') limit(currentDescribeBlock.hooks.at(-1), currentDescribeBlock, rootDescribeBlock);
});
endWhenBlocked();

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
