import type { ProjectId } from '@hearth/contract-kit';
import { RepositoryBusy } from '../refusals.js';
import { WriteLocks } from './write-locks.js';

const ONE = 1 as ProjectId;
const TWO = 2 as ProjectId;

describe('Writers', () => {
  it('lets one write at a time, in the order in which they came', async () => {
    const writers = new WriteLocks();
    const order: string[] = [];
    const first = await writers.turn(ONE);
    const second = writers.turn(ONE).then((turn) => (order.push('second'), turn));
    const third = writers.turn(ONE).then((turn) => (order.push('third'), turn));
    order.push('first');
    first.end();
    (await second).end();
    (await third).end();
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('keeps repositories apart', async () => {
    const writers = new WriteLocks();
    const one = await writers.turn(ONE);
    const two = await writers.turn(TWO);
    one.end();
    two.end();
    expect(writers.tryTurn(ONE)).not.toBeNull();
  });

  it('gives up after its patience, and the turn of the others is not lost', async () => {
    const writers = new WriteLocks();
    const first = await writers.turn(ONE);
    const refused: unknown = await writers.turn(ONE, { patienceMs: 1 }).catch((error: unknown) => error);
    expect(RepositoryBusy.is(refused)).toBe(true);
    const third = writers.turn(ONE);
    first.end();
    (await third).end();
    expect(writers.tryTurn(ONE)).not.toBeNull();
  });

  it('stops waiting when the signal says so', async () => {
    const writers = new WriteLocks();
    const first = await writers.turn(ONE);
    const abort = new AbortController();
    const waiting = writers.turn(ONE, { signal: abort.signal });
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    first.end();
    expect(writers.tryTurn(ONE)).not.toBeNull();
  });

  it('ends a turn once only', async () => {
    const writers = new WriteLocks();
    const first = await writers.turn(ONE);
    const second = writers.turn(ONE);
    first.end();
    first.end();
    await second;
    expect(writers.tryTurn(ONE)).toBeNull();
  });

  it('ends the turn of work that failed', async () => {
    const writers = new WriteLocks();
    await expect(writers.during(ONE, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(writers.tryTurn(ONE)).not.toBeNull();
  });
});
