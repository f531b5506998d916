import { placeFor, placeForFork, type Place } from './place.rules.js';

const GiB = 1024 ** 3;
const PROJECTS = 1_000;

const place = (storage: string, changes: Partial<Place> = {}): Place => ({
  ...{ storage, isClosed: false, isServed: true, isInMaintenance: false, weight: 1, roomBytes: 100 * GiB, gits: 0 },
  ...changes,
});

/** Counts where the first thousand projects go. */
function counts(...places: Place[]): Record<string, number> {
  const chosen = Array.from({ length: PROJECTS }, (_, index) => placeFor(index + 1, places));
  return Object.fromEntries(places.map(({ storage }) => [storage, chosen.filter((name) => name === storage).length]));
}

describe('the storage of a new repository', () => {
  it('is one by weight and free space', () => {
    expect(counts(place('a'), place('b'))).toEqual({ a: 500, b: 500 });
    const { a, b, c } = counts(place('a', { weight: 2 }), place('b', { roomBytes: 50 * GiB }), place('c'));
    expect([a! / 10, b! / 10, c! / 10].map(Math.round)).toEqual([57, 14, 29]);
  });

  it('is a busy one less often', () => {
    const { busy, idle } = counts(place('busy', { gits: 10 }), place('idle'));
    expect([busy! / 10, idle! / 10].map(Math.round)).toEqual([33, 67]);
  });

  it('is spread evenly also by a burst of projects', () => {
    const burst = Array.from({ length: 10 }, (_, index) => placeFor(7_000 + index, [place('a'), place('b')]));
    expect(burst.filter((name) => name === 'a').length).toBeGreaterThanOrEqual(4);
    expect(burst.filter((name) => name === 'b').length).toBeGreaterThanOrEqual(4);
  });

  it.each<[string, Partial<Place>]>([
    ['closed', { isClosed: true }],
    ['silent', { isServed: false }],
    ['in maintenance', { isInMaintenance: true }],
    ['full', { roomBytes: 0 }],
  ])('is none that is %s', (_, changes) => {
    expect(counts(place('good'), place('bad', { weight: 100, ...changes }))).toEqual({ good: PROJECTS, bad: 0 });
  });

  it('is the least bad one where all are', () => {
    const full = place('full', { roomBytes: 0 });
    const silent = place('silent', { isServed: false });
    const closed = place('closed', { isClosed: true });
    expect(placeFor(1, [closed, silent, full])).toBe('full');
    expect(placeFor(1, [closed, silent])).toBe('silent');
    expect(placeFor(1, [closed])).toBe('closed');
  });
});

describe('the storage of a fork', () => {
  it('is that of its source', () => {
    for (let id = 1; id < 20; id += 1) expect(placeForFork(id, 'a', [place('a', { gits: 90 }), place('b')])).toBe('a');
  });

  it('is another one where the source takes nothing new', () => {
    expect(placeForFork(1, 'a', [place('a', { roomBytes: 0 }), place('b')])).toBe('b');
    expect(placeForFork(1, 'a', [place('a', { isClosed: true }), place('b')])).toBe('b');
    expect(placeForFork(1, 'gone', [place('b')])).toBe('b');
  });

  it('is that of its source where none takes anything new', () => {
    expect(placeForFork(1, 'a', [place('a', { isClosed: true }), place('b', { roomBytes: 0 })])).toBe('a');
  });
});
