import { Signal } from './waiting.js';

describe('Signal', () => {
  it.each([60_000, undefined])('wakes who waits (for %s ms at most)', async (ms) => {
    const signal = new Signal();
    const waiting = signal.wait(ms);
    signal.raise();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('is kept for the next wait, once', async () => {
    const signal = new Signal();
    signal.raise();
    signal.raise();
    await signal.wait(60_000);
    let woken = false;
    const waiting = signal.wait(60_000).then(() => {
      woken = true;
    });
    await Promise.resolve();
    expect(woken).toBe(false);
    signal.raise();
    await waiting;
  });

  it('gives up waiting after the time', async () => {
    await expect(new Signal().wait(1)).resolves.toBeUndefined();
  });
});
