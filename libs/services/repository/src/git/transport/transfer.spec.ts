import { PassThrough } from 'node:stream';
import { waitFor } from '@hearth/testing';
import { Transfer } from './transfer.js';

describe('Transfer', () => {
  it('has no deadline any more once it has ended', async () => {
    const [running, ended] = [1, 2].map(() => new Transfer({ response: new PassThrough(), idleMs: 60_000 }));
    ended!.end();
    for (const transfer of [ended!, running!]) transfer.limit(1);
    await waitFor('the deadline', () => running!.failure !== undefined);
    expect(ended!.failure).toBeUndefined();
    running!.end();
  });
});
