import { Bell } from './bell.js';

describe('Bell', () => {
  it('wakes who waits', async () => {
    const bell = new Bell();
    const waiting = bell.wait(60_000);
    bell.ring();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('keeps a ring for the next wait, once', async () => {
    const bell = new Bell();
    bell.ring();
    bell.ring();
    await bell.wait(60_000);
    let woken = false;
    const waiting = bell.wait(60_000).then(() => {
      woken = true;
    });
    await Promise.resolve();
    expect(woken).toBe(false);
    bell.ring();
    await waiting;
  });

  it('gives up waiting after the time', async () => {
    await expect(new Bell().wait(1)).resolves.toBeUndefined();
  });
});
