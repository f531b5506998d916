import { parseStorages, repositoryFolder, trashFolder } from './storages.rules.js';

describe('parseStorages', () => {
  it('reads the own storages and the names of all', () => {
    const { own, names } = parseStorages('{"b":"/data/b"}', 'a, b,,a');
    expect([...own]).toEqual([['b', '/data/b']]);
    expect(names).toEqual(['a', 'b']);
  });

  it('knows the own storages only where nobody names all', () => {
    expect(parseStorages('{"a":"/data/a"}', undefined).names).toEqual(['a']);
    expect(parseStorages(undefined, undefined)).toEqual({ own: new Map(), names: [] });
  });

  it('owns nothing where only names are given', () => {
    const { own, names } = parseStorages(undefined, 'a,b');
    expect(own.size).toBe(0);
    expect(names).toEqual(['a', 'b']);
  });

  it.each([
    ['a relative folder', '{"a":"data/a"}', 'a'],
    ['a folder that climbs', '{"a":"/data/../a"}', 'a'],
    ['a storage that the system does not have', '{"a":"/data/a"}', 'b'],
    ['no JSON', '/data/a', 'a'],
    ['a list', '["/data/a"]', 'a'],
  ])('refuses %s', (_, own, names) => {
    expect(() => parseStorages(own, names)).toThrow();
  });
});

describe('the folder of a repository', () => {
  it('spreads by the SHA-256 of the id', () => {
    expect(repositoryFolder('/data/a', 1)).toBe(
      '/data/a/@hashed/6b/86/6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b.git',
    );
  });

  it('lies on the storage, as its trash does', () => {
    expect(repositoryFolder('/data/b', 7).startsWith('/data/b/')).toBe(true);
    expect(trashFolder('/data/b').startsWith('/data/b/')).toBe(true);
  });
});
