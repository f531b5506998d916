import type { ProjectId } from '@hearth/contract-kit';
import { RepositoryBusy } from '../refusals.js';
import { WriteLocks } from './write-locks.js';

const ONE = 1 as ProjectId;
const TWO = 2 as ProjectId;

describe('WriteLocks', () => {
  it('lets one write at a time, in the order in which they came', async () => {
    const writers = new WriteLocks();
    const order: string[] = [];
    const first = await writers.acquire(ONE);
    const second = writers.acquire(ONE).then((lock) => (order.push('second'), lock));
    const third = writers.acquire(ONE).then((lock) => (order.push('third'), lock));
    order.push('first');
    first.release();
    (await second).release();
    (await third).release();
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('keeps repositories apart', async () => {
    const writers = new WriteLocks();
    const one = await writers.acquire(ONE);
    const two = await writers.acquire(TWO);
    one.release();
    two.release();
    expect(writers.tryAcquire(ONE)).not.toBeNull();
  });

  it('gives up after its patience, and the others still get the lock', async () => {
    const writers = new WriteLocks();
    const first = await writers.acquire(ONE);
    const refused: unknown = await writers.acquire(ONE, { patienceMs: 1 }).catch((error: unknown) => error);
    expect(RepositoryBusy.is(refused)).toBe(true);
    const third = writers.acquire(ONE);
    first.release();
    (await third).release();
    expect(writers.tryAcquire(ONE)).not.toBeNull();
  });

  it('stops waiting when the signal says so', async () => {
    const writers = new WriteLocks();
    const first = await writers.acquire(ONE);
    const abort = new AbortController();
    const waiting = writers.acquire(ONE, { signal: abort.signal });
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    first.release();
    expect(writers.tryAcquire(ONE)).not.toBeNull();
  });

  it('releases a lock only once', async () => {
    const writers = new WriteLocks();
    const first = await writers.acquire(ONE);
    const second = writers.acquire(ONE);
    first.release();
    first.release();
    await second;
    expect(writers.tryAcquire(ONE)).toBeNull();
  });

  it('releases the lock of work that failed', async () => {
    const writers = new WriteLocks();
    await expect(writers.during(ONE, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(writers.tryAcquire(ONE)).not.toBeNull();
  });
});
