import { atRate } from './at-rate.js';

describe('requests at a constant rate', () => {
  it('do not wait for answers', async () => {
    const last = Promise.withResolvers<void>();
    const sent = await atRate(1_000, 0.02, async (n) => {
      if (n === 19) last.resolve();
      await last.promise;
      return 'answered';
    });
    expect(sent).toHaveLength(20);
  });

  it('are late from when they were due, if the sender was held up', async () => {
    const sent = await atRate(100, 0.1, (n) => {
      const until = performance.now() + 60;
      while (n === 0 && performance.now() < until);
      return Promise.resolve(n === 9 ? 'failed' : 'answered');
    });
    expect(sent.map(({ outcome }) => outcome)).toEqual([...Array.from({ length: 9 }, () => 'answered'), 'failed']);
    // The second was due 10 ms after the first, and sent when the first let go.
    expect(sent[1]!.ms).toBeGreaterThanOrEqual(50);
  });
});
