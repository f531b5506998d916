import { splitRefPath } from './ref-path.rules.js';

describe('splitRefPath', () => {
  const names = new Set(['main', 'feature', 'feature/x', 'refs/heads/main']);
  it.each([
    ['main', 'main', ''],
    ['main/', 'main', ''],
    ['main/lib/a.ts', 'main', 'lib/a.ts'],
    ['feature/y', 'feature', 'y'],
    ['feature/x', 'feature/x', ''],
    ['feature/x/y', 'feature/x', 'y'],
    ['feature/xy', 'feature', 'xy'],
    ['refs/heads/main/lib', 'refs/heads/main', 'lib'],
    ['0123456/lib', '0123456', 'lib'],
    ['', '', ''],
  ])('splits %j', (text, ref, path) => {
    expect(splitRefPath(text, (name) => names.has(name))).toEqual({ ref, path });
  });
});
