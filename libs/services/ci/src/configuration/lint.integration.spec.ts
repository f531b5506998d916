import { ThreadPool } from '@hearth/threads';
import { CiApp } from '../testing/ci-app.js';
import { ConfigurationThreads } from './configuration-threads.js';

describe('POST /ci/lint', () => {
  const app = CiApp.inBlock();

  it.each<[string, number, object, object]>([
    ['a valid one', 200, { content: 'rspec: {script: rake}' }, { status: 'valid', errors: [] }],
    [
      'one without jobs',
      200,
      { content: 'image: ruby' },
      { status: 'invalid', errors: ['jobs config should contain at least one visible job'] },
    ],
    [
      'a blank one',
      200,
      { content: ' \n' },
      { status: 'invalid', errors: ['Please provide content of .gitlab-ci.yml'] },
    ],
    ['what is no map', 200, { content: 'text' }, { status: 'invalid', errors: ['Invalid configuration format'] }],
    ['nothing', 400, {}, { error: 'content is missing' }],
    ['no text', 400, { content: ['a'] }, { error: 'content is invalid' }],
  ])('judges %s for anonymous callers: %i', async (_, status, params, body) => {
    for (const caller of [null, app.user(1)])
      expect(await app.request(caller, 'POST', '/ci/lint', params)).toEqual({ status, body });
  });

  it('leaves the event loop to others meanwhile', async () => {
    const patterns = Array.from({ length: 2 }, (_, n) => `'/(((x+)+)+){480}${n}/',`).join(' ');
    const jobs = Array.from({ length: 900 }, (_, n) => `j${n}: {script: a, only: *p}`).join('\n');
    const loop = performance.eventLoopUtilization();
    const { body } = await app.request(null, 'POST', '/ci/lint', { content: `.p: &p [${patterns}]\n${jobs}` });
    // Most of the work is in a thread, at any load of the machine.
    const { utilization } = performance.eventLoopUtilization(loop);
    expect([body, utilization < 0.5]).toEqual([{ status: 'valid', errors: [] }, true]);
  });

  it.each<[string, { deadlineMs: number; memoryMb: number }, string]>([
    ['time', { deadlineMs: 0, memoryMb: 256 }, 'The configuration takes too much time to read'],
    ['memory', { deadlineMs: 60_000, memoryMb: 8 }, 'The configuration takes too much memory to read'],
  ])('is answered where the reader has no %s left', async (_, limits, error) => {
    const program = new URL('./configuration-thread.js', import.meta.url);
    const threads = new ConfigurationThreads(new ThreadPool({ program, ...limits }));
    const content = `a: {script: [${'x, '.repeat(15_000)}]}`;
    expect(await threads.lint(content, { principal: null, clientAddress: '192.0.2.1' })).toEqual([error]);
    await threads.onApplicationShutdown();
    await expect(threads.lint('a', { principal: null, clientAddress: '192.0.2.1' })).rejects.toMatchObject({
      status: 503,
    });
  });
});
