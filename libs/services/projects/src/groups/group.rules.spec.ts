import { VISIBILITIES } from '@hearth/contract-kit';
import { visibilitiesAbove, errorsOf, lowerOf, nameTakenErrors, type Candidate } from './group.rules.js';
import { asRubyPrints } from '../field-errors.rules.js';

const VALID: Candidate = { name: 'Team', path: 'team', ancestors: 0, taken: { name: false, path: null } };

describe('errorsOf', () => {
  it.each(['Team', 'Équipe – 2', '開発', 'a_b.c-d', '.x', 'n'.repeat(255)])('takes the name %j', (name) => {
    expect(errorsOf({ ...VALID, name })).toEqual({});
  });

  it.each(['a/b', 'a\nb', 'a<b', 'a"b', '😀', 'a\u202eb'])('refuses the name %j', (name) => {
    expect(errorsOf({ ...VALID, name })).toEqual({
      name: ["can contain only letters, digits, '_', '.', dash and space."],
    });
  });

  it.each(['a', '_', '1', '.a', 'a-', 'a.b', 'A_b-c', 'git', 'a.gitx', 'p'.repeat(255)])(
    'takes the path %j',
    (path) => {
      expect(errorsOf({ ...VALID, path })).toEqual({});
    },
  );

  it.each(['-', '.', '..', '-a', 'a.', 'a b', 'é', 'a.git', 'a.GIT', 'a.atom', '.git', 'a\n', 'a/b'])(
    'refuses the path %j',
    (path) => {
      expect(Object.keys(errorsOf({ ...VALID, path }))).toEqual(['path']);
    },
  );

  it('looks only at what is set', () => {
    expect(errorsOf({ ancestors: 20, taken: { name: true, path: null } })).toEqual({});
  });

  it('counts what is around', () => {
    expect(errorsOf({ ...VALID, ancestors: 20 })).toEqual({});
    expect(errorsOf({ ...VALID, ancestors: 21 })).toEqual({ parent_id: ['has too deep level of nesting'] });
  });

  it.each([
    ['taken' as const, 'has already been taken'],
    ['reserved' as const, 'team has been taken before. Please use another one'],
  ])('tells a path that is %s under three names, as the reference does', (path, text) => {
    const errors = { path: [text], 'route.path': [text], route: ['is invalid'] };
    expect(errorsOf({ ...VALID, taken: { name: false, path } })).toEqual(errors);
  });

  it('knows the error of a name that was taken meanwhile', () => {
    expect(nameTakenErrors()).toEqual({ name: ['has already been taken'] });
  });
});

describe('asRubyPrints', () => {
  it.each([
    [{}, '{}'],
    [{ path: ['is bad'] }, '{:path=>["is bad"]}'],
    [{ 'route.path': ['a', 'b'], name: [] }, '{:"route.path"=>["a", "b"], :name=>[]}'],
    [{ name: ['say "it" \\ twice'] }, String.raw`{:name=>["say \"it\" \\ twice"]}`],
    [{ name: ['#{x} # $y #@z'] }, String.raw`{:name=>["\#{x} # $y \#@z"]}`],
  ])('%j', (errors, text) => {
    expect(asRubyPrints(errors)).toBe(text);
  });
});

describe('visibilities', () => {
  it('knows what is more open', () => {
    expect(VISIBILITIES.map(visibilitiesAbove)).toEqual([['internal', 'public'], ['public'], []]);
  });

  it('finds the less open of two', () => {
    expect([lowerOf('public', 'internal'), lowerOf('private', 'public'), lowerOf('internal', 'internal')]).toEqual([
      ...['internal', 'private', 'internal'],
    ]);
  });
});
