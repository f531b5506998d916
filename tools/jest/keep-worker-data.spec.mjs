import { EventEmitter, once } from 'node:events';
import { keepWorkerData } from './keep-worker-data.mjs';

const QUESTION = 'jest-light-runner-get-worker-data';
const DATA = { type: 'jest-light-runner-worker-data', workerData: { globalConfig: {} } };

describe('the data of a worker', () => {
  let worker;
  let sent;
  beforeEach(() => {
    sent = [];
    worker = Object.assign(new EventEmitter(), { send: (message) => sent.push(message) });
    keepWorkerData(worker);
  });

  it('that came before the worker asked answers its question', async () => {
    worker.emit('message', DATA);
    const answer = once(worker, 'message');
    worker.send(QUESTION);
    expect(await answer).toEqual([DATA]);
    expect(sent).toEqual([]);
  });

  it('is asked for otherwise, and other messages go their way', async () => {
    worker.emit('message', { ready: true });
    const answer = once(worker, 'message');
    worker.send(QUESTION);
    worker.send({ taskId: 1 });
    expect(sent).toEqual([QUESTION, { taskId: 1 }]);
    worker.emit('message', DATA);
    expect(await answer).toEqual([DATA]);
  });
});
