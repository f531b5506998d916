import { afterMove, shifts, type Filling } from './balance.rules.js';

const GiB = 1024 ** 3;
const filling = (storage: string, used: number, changes: Partial<Filling> = {}): Filling => ({
  ...{ storage, weight: 1, usedBytes: used * GiB, roomBytes: 1000 * GiB },
  ...changes,
});

describe('a balance of storages', () => {
  it('goes from the fullest to the emptiest, and no further than their shares', () => {
    const [first] = shifts([filling('a', 10), filling('b', 40), filling('c', 10)]);
    expect(first).toEqual({ source: 'b', destination: 'a', mostBytes: 10 * GiB });
  });

  it('is relative to weights', () => {
    expect(shifts([filling('a', 30, { weight: 3 }), filling('b', 10)])).toEqual([]);
    expect(shifts([filling('a', 20, { weight: 3 }), filling('b', 20)])).toEqual([
      { source: 'b', destination: 'a', mostBytes: 10 * GiB },
    ]);
  });

  it('leaves a part of the room of the destination', () => {
    expect(shifts([filling('a', 40), filling('b', 0, { roomBytes: 10 * GiB })])[0]?.mostBytes).toBe(8 * GiB);
    expect(shifts([filling('a', 40), filling('b', 0, { roomBytes: 0 })])).toEqual([]);
  });

  it('is done within two percent', () => {
    expect(shifts([filling('a', 10), filling('b', 10.1)])).toEqual([]);
    expect(shifts([filling('a', 0), filling('b', 0)])).toEqual([]);
    expect(shifts([])).toEqual([]);
  });

  it('ends, whatever the sizes of repositories are', () => {
    let fillings: Filling[] = [filling('a', 100), filling('b', 3), filling('c', 0)];
    let moves = 0;
    for (let [shift] = shifts(fillings); shift; [shift] = shifts(fillings), moves += 1)
      fillings = afterMove(fillings, shift, Math.min(shift.mostBytes, 7 * GiB));
    expect(moves).toBeLessThan(20);
    expect(fillings.map(({ usedBytes }) => Math.round(usedBytes / GiB))).toEqual(
      [35, 34, 34].map(() => expect.closeTo(34, -0.3)),
    );
  });
});
