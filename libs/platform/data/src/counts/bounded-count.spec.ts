import { boundedCount } from './bounded-count.js';
import type { Db } from '../db.js';

describe('a count with a bound', () => {
  const database = (rows: number) => {
    const prepared = jest.fn((_text: string, values: readonly unknown[]) => [
      { count: Math.min(rows, Number(values[0])) },
    ]);
    return { db: { prepared } as unknown as Db, prepared };
  };

  it('is remembered beyond its bound, for the same values', async () => {
    const { db, prepared } = database(12);
    const count = (values: readonly unknown[]) => boundedCount(db, 10, 'select', values);
    expect([await count([11]), await count([11]), await count([11, 'x'])]).toEqual([undefined, undefined, undefined]);
    expect(prepared).toHaveBeenCalledTimes(2);
  });

  it('is made again up to it', async () => {
    const { db, prepared } = database(10);
    const count = () => boundedCount(db, 10, 'select', [11]);
    expect([await count(), await count()]).toEqual([10, 10]);
    expect(prepared).toHaveBeenCalledTimes(2);
  });

  it('is remembered above a lower number for lists that cost more to count', async () => {
    const { db, prepared } = database(10);
    const count = (remembered: number) => boundedCount(db, 10, 'select', [11], remembered);
    expect([await count(10), await count(9), await count(9)]).toEqual([10, 10, 10]);
    expect(prepared).toHaveBeenCalledTimes(2);
  });
});
