import type { ProjectFeatures } from '@hearth/contract-kit';
import { abilitiesFor, changesOf, isLessOpen, stricterVisibility } from './change.rules.js';

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

describe('abilitiesFor', () => {
  it.each([
    [{ path: 'new', description: 'x' }, ['admin_project']],
    [{ name: 'New' }, ['admin_project', 'rename_project']],
    [{ visibility: 'public' } as const, ['admin_project', 'change_visibility_level']],
    [{}, ['admin_project']],
  ])('%j: %j', (changes, expected) => {
    expect(abilitiesFor(changes).map(({ name }) => name)).toEqual(expected);
  });
});

describe('stricterVisibility', () => {
  it.each([
    ['public', 'private', 'private'],
    ['internal', 'public', 'internal'],
    ['private', 'private', 'private'],
  ] as const)('of %s and %s is %s', (one, other, expected) => {
    expect([stricterVisibility(one, other), stricterVisibility(other, one)]).toEqual([expected, expected]);
  });
});

describe('isLessOpen', () => {
  const features: ProjectFeatures = {
    issues: 'enabled',
    mergeRequests: 'enabled',
    snippets: 'private',
    builds: 'disabled',
    repository: 'enabled',
    wiki: 'enabled',
  };

  it.each([
    [{}, false],
    [{ visibility: 'internal' } as const, false],
    [{ visibility: 'public' } as const, false],
    [{ visibility: 'private' } as const, true],
    [{ repositoryAccessLevel: 'private' } as const, true],
    [{ visibility: 'public', mergeRequestsAccessLevel: 'disabled' } as const, true],
    [{ snippetsAccessLevel: 'enabled', buildsAccessLevel: 'private', wikiAccessLevel: 'enabled' } as const, false],
    [{ snippetsAccessLevel: 'private', buildsAccessLevel: 'disabled', issuesAccessLevel: undefined } as const, false],
  ])('%j: %j', (wanted, expected) => {
    expect(isLessOpen(wanted, { visibility: 'internal', features })).toBe(expected);
  });
});
