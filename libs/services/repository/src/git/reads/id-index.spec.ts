import { createHash } from 'node:crypto';
import type { ObjectId } from '../refs/object-id.js';
import { IdIndex } from './id-index.js';

const idOf = (text: string | number) => createHash('sha1').update(String(text)).digest('hex') as ObjectId;
const indexOf = (ids: readonly string[]) => IdIndex.ofLines(Buffer.from(ids.map((id) => `${id}\n`).join('')));

describe('IdIndex', () => {
  it.each([0, 1, 2, 3, 1000, 70_000])('holds %i ids and no others', (count) => {
    const ids = Array.from({ length: count }, (_, number) => idOf(number));
    const index = indexOf(ids);
    expect(ids.every((id) => index.has(id))).toBe(true);
    for (const other of [idOf('other'), '0'.repeat(40) as ObjectId, 'f'.repeat(40) as ObjectId])
      expect(index.has(other)).toBe(false);
    expect(index.bytes).toBeLessThan(30 * count + 100);
  });

  it('finds ids by their first digits, each once', () => {
    const [one, other] = [`abcdef0${'1'.repeat(33)}`, `abcdef0${'2'.repeat(33)}`];
    const index = indexOf([one, idOf(1), one]).with(indexOf([other]));
    expect(index.startingWith('abcdef0').sort()).toEqual([one, other]);
    expect(index.startingWith('abcdef02')).toEqual([other]);
    expect(index.startingWith('abcdef03')).toEqual([]);
    expect(index.startingWith(idOf(1).slice(0, 9))).toEqual([idOf(1)]);
  });
});
