import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { waitFor } from '@hearth/testing';
import { ClientGone, Transfer } from './transfer.js';

describe('Transfer', () => {
  it('has no deadline any more once it has ended', async () => {
    const [running, ended] = [1, 2].map(() => new Transfer({ response: new PassThrough(), idleMs: 60_000 }));
    ended!.end();
    for (const transfer of [ended!, running!]) transfer.limit(1);
    await waitFor('the deadline', () => running!.failure !== undefined);
    expect(ended!.failure).toBeUndefined();
    running!.end();
  });

  it('ends a git that moves refs only when nothing moves, although the client has gone', async () => {
    const response = new PassThrough();
    const transfer = new Transfer({ response, idleMs: 100 });
    const stopGit = jest.fn();
    transfer.attach(stopGit);
    transfer.shelter();
    response.destroy();
    await once(response, 'close');
    expect(transfer.failure).toBeInstanceOf(ClientGone);
    expect(stopGit).not.toHaveBeenCalled();
    await waitFor('git to be ended', () => stopGit.mock.calls.length > 0);
    transfer.end();
  });
});
