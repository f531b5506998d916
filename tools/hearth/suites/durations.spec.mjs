import { rmSync } from 'node:fs';
import path from 'node:path';
import { estimate, keptDurations, left } from './durations.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

describe('durations', () => {
  it('are kept from one run to the next', () => {
    const folder = temporaryFolder('hearth-durations-');
    try {
      const durations = keptDurations(path.join(folder, 'durations.json'));
      expect(durations.read()).toEqual({});
      durations.add({ unit: 60, e2e: 300 });
      durations.add({ unit: 50 });
      expect(durations.read()).toEqual({ unit: 50, e2e: 300 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('that cannot be kept fail no run', () => {
    expect(() => keptDurations('/no such folder/durations.json').add({ unit: 1 })).not.toThrow();
  });

  it('of lanes beside each other are those of the longest', () => {
    const seconds = { unit: 60, e2e: 300, kafka: 200 };
    expect(estimate([['unit', 'e2e'], ['kafka']], seconds)).toBe(360);
    expect(estimate([[], []], seconds)).toBe(0);
    expect(estimate([['unit', 'new']], seconds)).toBeUndefined();
  });

  it.each([
    [left(3, 8, 'suites', 200), '3 of 8 suites, about 3 min left'],
    [left(3, 8, 'files', 89), '3 of 8 files, about 89 s left'],
    [left(3, 8, 'files', undefined), '3 of 8 files'],
    [left(8, 8, 'files', 0), '8 of 8 files'],
  ])('%s', (shown, expected) => expect(shown).toBe(expected));
});
