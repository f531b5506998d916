import type { RepositoryPath } from '../git/refs/paths.js';
import { RepositoryBusy } from '../refusals.js';
import { CopyLocks } from './copy-locks.js';

const PATH = '/storage/copy.git' as RepositoryPath;

describe('a fetch into a copy that has become the repository', () => {
  it('is ended, and waited for', async () => {
    const locks = new CopyLocks();
    const killed = Promise.withResolvers<void>();
    // As from a storage that is lost: it has no end of its own.
    const fetching = locks.fetching(PATH, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await killed.promise;
      throw signal.reason;
    });
    const order: string[] = [];
    const waiting = locks.fetched(PATH).then(() => order.push('the push goes on'));
    order.push('git has ended');
    killed.resolve();
    await expect(fetching).rejects.toMatchObject({ code: RepositoryBusy.code });
    await waiting;
    expect(order).toEqual(['git has ended', 'the push goes on']);
    await locks.fetched(PATH);
  });
});
