import { ConfigurationError } from '@hearth/config';
import { LocalStorages, repositoryFolder, storageLayout, trashFolder } from './storages.rules.js';

describe('storageLayout', () => {
  it('has the own storages and the names of all', () => {
    const { own, names } = storageLayout({ b: '/data/b' }, ['a', 'b', 'a']);
    expect([...own]).toEqual([['b', '/data/b']]);
    expect(names).toEqual(['a', 'b']);
  });

  it('knows the own storages only where HEARTH_STORAGE_NAMES is not set', () => {
    expect(storageLayout({ a: '/data/a' }, undefined).names).toEqual(['a']);
  });

  it('leaves out closed storages for new repositories', () => {
    expect(storageLayout({ a: '/data/a' }, ['a', 'b'], ['a']).open).toEqual(['b']);
    expect(() => storageLayout({ a: '/data/a' }, ['a', 'b'], ['c'])).toThrow('does not have');
    expect(() => storageLayout({ a: '/data/a' }, undefined, ['a'])).toThrow('leave one');
  });

  it('refuses a storage that the system does not have', () => {
    expect(() => storageLayout({ a: '/data/a' }, ['b'])).toThrow(ConfigurationError);
  });
});

describe('LocalStorages', () => {
  it('takes absolute folders', () => {
    expect(LocalStorages.safeParse({ a: '/data/a' }).success).toBe(true);
  });

  it.each([
    ['a relative folder', { a: 'data/a' }],
    ['a folder that climbs', { a: '/data/../a' }],
    ['no storage', {}],
    ['a storage without a name', { '': '/data/a' }],
    ['a list', ['/data/a']],
    ['nothing', undefined],
  ])('refuses %s', (_, own) => {
    expect(LocalStorages.safeParse(own).success).toBe(false);
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
