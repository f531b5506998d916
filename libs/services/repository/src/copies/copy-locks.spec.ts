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

describe('a fetch from a storage that the repository has left', () => {
  it('is ended, and one from its storage goes on', async () => {
    const locks = new CopyLocks();
    const fetching = locks.fetching(PATH, async (signal, from) => {
      const aborted = new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      from(await Promise.resolve('lost'));
      return aborted;
    });
    locks.endUnlessFrom(PATH, 'present');
    expect(locks.originOf(PATH)).toBeUndefined();
    await Promise.resolve();
    locks.endUnlessFrom(PATH, 'lost');
    expect(locks.originOf(PATH)).toBe('lost');
    locks.endUnlessFrom(PATH, 'present');
    await expect(fetching).rejects.toMatchObject({ code: RepositoryBusy.code });
    expect(locks.originOf(PATH)).toBeUndefined();
  });
});
