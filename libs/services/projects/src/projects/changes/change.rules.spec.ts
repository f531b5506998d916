import { changesOf, lessOpen, needsOwner } from './change.rules.js';

const PROJECT = { name: 'Tool', path: 'tool', visibility: 'internal' } as const;

describe('changesOf', () => {
  it('finds what differs from the project', () => {
    const settings = { visibility: 'public', description: 'x', ciConfigPath: null } as const;
    const asked = { name: 'New', path: 'new', defaultBranch: 'main' };
    expect(changesOf(PROJECT, { ...asked, settings })).toEqual({ ...asked, ...settings });
  });

  it('leaves out what the project has already', () => {
    const asked = { ...PROJECT, settings: { visibility: 'internal' } } as const;
    expect(Object.values(changesOf(PROJECT, asked)).every((value) => value === undefined)).toBe(true);
    expect(changesOf(PROJECT, { path: 'TOOL', settings: {} })).toMatchObject({ path: 'TOOL' });
  });
});

describe('needsOwner', () => {
  it.each([
    [{ name: 'New' }, true],
    [{ visibility: 'public' } as const, true],
    [{ path: 'new', description: 'x' }, false],
    [{}, false],
  ])('%j: %j', (changes, expected) => {
    expect(needsOwner(changes)).toBe(expected);
  });
});

describe('lessOpen', () => {
  it.each([
    ['public', 'private', 'private'],
    ['internal', 'public', 'internal'],
    ['private', 'private', 'private'],
  ] as const)('of %s and %s is %s', (one, other, expected) => {
    expect([lessOpen(one, other), lessOpen(other, one)]).toEqual([expected, expected]);
  });
});
