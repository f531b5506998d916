import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Child, Exit } from './child.js';
import { Ending } from './ending.js';
import { GitUnavailable } from './errors.js';

const TIMES = { hangUpMs: 1, killAfterMs: 1, giveUpAfterMs: 1 };

/** A process that ends at the signal, if there is one. */
function childThatEndsAt(last?: NodeJS.Signals): { child: Child; signals: string[] } {
  const { promise: exited, resolve } = Promise.withResolvers<Exit>();
  const signals: string[] = [];
  const [stdin, stdout, extra] = [1, 2, 3].map(() => new PassThrough().on('error', () => undefined));
  const signal = (name: NodeJS.Signals): void => {
    signals.push(name);
    if (name === last) resolve({ code: null, signalName: name, stderr: '' });
  };
  return { child: { pid: 1, stdin: stdin!, stdout: stdout!, extraPipes: [extra!], exited, signal }, signals };
}

describe('ending a process', () => {
  it('kills one that does not terminate', async () => {
    const { child, signals } = childThatEndsAt('SIGKILL');
    const ending = new Ending(child, TIMES);
    ending.hangUp();
    expect(await ending.exited).toMatchObject({ signalName: 'SIGKILL' });
    expect(signals).toEqual(['SIGTERM', 'SIGKILL']);
  });

  it('gives up one that does not end when it is killed, with those who read its output', async () => {
    const { child } = childThatEndsAt();
    const ending = new Ending(child, TIMES);
    const reading = finished(child.stdout).catch((error: Error) => error.message);
    ending.kill();
    await expect(ending.exited).rejects.toThrow(GitUnavailable);
    expect(await reading).toBe('Premature close');
  });
});
