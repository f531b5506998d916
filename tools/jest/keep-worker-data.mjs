// Loaded before a worker of jest-light-runner. A worker asks for its data, but the runner sends it to all workers as soon as one of them has asked,
// and to each once: one that came to its question later would wait for ever, and the run with it.
// jest-light-runner.patch mends that in the runner itself; with a release that has it this file goes.
const QUESTION = 'jest-light-runner-get-worker-data';
const ANSWER = 'jest-light-runner-worker-data';

/**
 * Keeps the data that comes before the worker asks, and answers the question with it.
 * @param {Pick<NodeJS.Process, 'emit' | 'send'>} worker
 */
export function keepWorkerData(worker) {
  let kept;
  // No listener: Node keeps messages until there is the first one, which has to be that of the pool of workers.
  const emit = worker.emit.bind(worker);
  worker.emit = (event, message, ...rest) => {
    if (event === 'message' && message?.type === ANSWER) kept = message;
    return emit(event, message, ...rest);
  };
  const send = worker.send.bind(worker);
  worker.send = (message, ...rest) => {
    if (message === QUESTION && kept) return setImmediate(() => worker.emit('message', kept)) && true;
    return send(message, ...rest);
  };
}

if (process.env.TINYPOOL_WORKER_ID !== undefined && process.send) keepWorkerData(process);
