import { branchOf, fullNameOf, refOf } from './ref.rules.js';

describe('refOf', () => {
  it.each([
    ['refs/heads/a/b', { refType: 'branch', ref: 'a/b' }],
    ['refs/tags/v1', { refType: 'tag', ref: 'v1' }],
    ['refs/merge-requests/1/head', undefined],
  ])('%s is %j', (full, ref) => {
    expect(refOf(full)).toEqual(ref);
  });
});

describe('branchOf', () => {
  it.each([
    ['refs/heads/a/b', 'a/b'],
    ['refs/tags/v1', undefined],
    ['refs/merge-requests/1/head', undefined],
  ])('%s is %j', (full, branch) => {
    expect(branchOf(full)).toBe(branch);
  });
});

describe('fullNameOf', () => {
  it.each(['refs/heads/a/b', 'refs/tags/v1'])('is the inverse of refOf for %s', (full) => {
    expect(fullNameOf(refOf(full)!)).toBe(full);
  });
});
