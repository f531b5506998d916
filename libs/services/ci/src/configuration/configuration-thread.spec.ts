import { Worker } from 'node:worker_threads';

const PROGRAM = new URL('./configuration-thread.js', import.meta.url).href;
const LIST = `
  const { registerHooks } = require('node:module');
  const { parentPort, workerData } = require('node:worker_threads');
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  import(workerData).then(() => parentPort.postMessage(loaded));
`;

it('the program of the threads loads neither schemas nor the framework, which would take longer than its work', async () => {
  const worker = new Worker(LIST, { eval: true, workerData: PROGRAM });
  const loaded = await new Promise<string[]>((resolve, reject) => worker.on('message', resolve).on('error', reject));
  await worker.terminate();
  expect(loaded).toContain(PROGRAM);
  expect(loaded.filter((url) => /\/node_modules\/(?!js-yaml|re2js|lru-cache|@hearth)/.test(url))).toEqual([]);
});
