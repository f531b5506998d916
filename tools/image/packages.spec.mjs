import { lockedClosure } from './packages.mjs';

describe('lockedClosure', () => {
  const locked = {
    '': { dependencies: { a: '1' } },
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { other: '1' } },
    'node_modules/a/node_modules/b': {
      peerDependencies: { c: '1', d: '1' },
      peerDependenciesMeta: { d: { optional: true } },
    },
    'node_modules/b': { dependencies: { unused: '1' } },
    'node_modules/c': { dependencies: { b: '1' } },
    'node_modules/d': {},
    'node_modules/unused': {},
    'node_modules/@scope/e': { dependencies: { '@scope/f': '1' } },
    'node_modules/@scope/f': { dependencies: { '@scope/e': '1' } },
  };

  it.each([
    [
      'dependencies, the nearest of a name, and peers that are not optional',
      ['a'],
      ['a', 'a/node_modules/b', 'b', 'c', 'unused'],
    ],
    ['scoped ones that need each other', ['@scope/e'], ['@scope/e', '@scope/f']],
    ['nothing else', ['d'], ['d']],
  ])('holds %s', (_what, names, expected) => {
    expect(Object.keys(lockedClosure(locked, names))).toEqual(expected.map((place) => `node_modules/${place}`));
  });

  it('refuses what the lock file does not have', () => {
    expect(() => lockedClosure({ 'node_modules/a': { dependencies: { b: '1' } } }, ['a'])).toThrow(
      /no b, which node_modules\/a needs/,
    );
    expect(() => lockedClosure({}, ['a'])).toThrow(/no a, which the service needs/);
  });
});
