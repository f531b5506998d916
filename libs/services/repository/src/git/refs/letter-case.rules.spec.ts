import { caseConflict } from './letter-case.rules.js';
import type { RefName } from './ref-name.js';

const conflict = (existing: string[], wanted: string[]) =>
  caseConflict(new Set(existing as RefName[]), wanted as RefName[]);

describe('refs where file names ignore case', () => {
  it.each([
    [['refs/heads/main'], ['refs/heads/Main'], 'refs/heads/main'],
    [['refs/heads/Topic/a'], ['refs/heads/topic/b'], 'refs/heads/Topic'],
    [['refs/heads/caf\u00e9'], ['refs/heads/cafe\u0301'], 'refs/heads/caf\u00e9'],
    [[], ['refs/tags/v1', 'refs/tags/V1'], 'refs/tags/v1'],
  ])('%j and %j meet', (existing, wanted, taken) => {
    expect(conflict(existing, wanted)).toEqual({ ref: wanted.at(-1), taken });
  });

  it.each([
    [['refs/heads/main'], ['refs/heads/main', 'refs/heads/topic']],
    [['refs/heads/main'], ['refs/tags/Main']],
    [
      ['refs/heads/main', 'refs/heads/Main'],
      ['refs/heads/main', 'refs/heads/Main'],
    ],
  ])('%j and %j do not', (existing, wanted) => {
    expect(conflict(existing, wanted)).toBeNull();
  });
});
