import type { BranchName, RefName } from '../git/refs/ref-name.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RefChange } from './ref-changes.store.js';
import { chooseDefaultBranch, movedChanges } from './settlement.rules.js';

const A = 'a'.repeat(40) as ObjectId;
const B = 'b'.repeat(40) as ObjectId;
const C = 'c'.repeat(40) as ObjectId;

const change = (sequence: number, from: ObjectId | null, to: ObjectId | null): RefChange => ({
  sequence,
  ref: `refs/heads/${sequence}` as RefName,
  from,
  to,
  userId: 1,
  via: 'http',
  pushId: '00000000-0000-4000-8000-000000000000',
});

describe('movedChanges', () => {
  it('tells each change by where its ref is', () => {
    const changes = [
      change(1, null, A),
      change(2, A, B),
      change(3, A, null),
      change(4, null, A),
      change(5, A, B),
      change(6, A, null),
      change(7, A, B),
    ];
    const tips = [A, B, null, null, A, A, C];
    expect(movedChanges(changes, tips).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });
});

describe('chooseDefaultBranch', () => {
  it.each([
    ['the one that HEAD names', 'trunk', ['main', 'master', 'trunk'], 'trunk'],
    ['master before main', 'trunk', ['a', 'main', 'master'], 'master'],
    ['main before others', 'trunk', ['a', 'main'], 'main'],
    ['else the first by its bytes', 'trunk', ['b', 'a/z', 'B'], 'B'],
    ['a usual one where HEAD names none', null, ['a', 'master'], 'master'],
    ['none in an empty repository', 'master', [], null],
  ])('takes %s', (_, head, branches, expected) => {
    expect(chooseDefaultBranch(head, branches as BranchName[])).toBe(expected);
  });
});
