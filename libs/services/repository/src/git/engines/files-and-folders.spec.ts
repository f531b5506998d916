import type { ObjectId } from '../refs/object-id.js';
import { differInKind, hasFileAsFolder } from './files-and-folders.js';

const id = (digit: string) => digit.repeat(40) as ObjectId;
const row = (mode: string, name: string, digit: string) =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(digit.repeat(40), 'hex')]);
const file = (name: string) => row('100644', name, 'f');
const folder = (name: string, digit: string) => row('40000', name, digit);

const TREES: Readonly<Record<string, Buffer>> = {
  [id('1')]: Buffer.concat([file('a'), file('a.txt'), folder('b', '2')]),
  [id('2')]: Buffer.concat([file('a'), file('x')]),
  [id('3')]: Buffer.concat([folder('a', '2'), folder('b', '2')]),
  [id('4')]: Buffer.concat([file('new'), folder('b', '3')]),
  [id('5')]: Buffer.concat([file('other'), folder('b', '2')]),
};

describe('trees that differ in what a name is', () => {
  const check = async (ours: string, theirs: string) => {
    const read: string[] = [];
    const reader = (tree: ObjectId) => {
      read.push(tree[0]!);
      return Promise.resolve(TREES[tree]!);
    };
    return { differ: await differInKind(reader, id(ours), id(theirs)), read: read.join('') };
  };

  it.each([
    ['a file and a folder', '1', '3', true],
    ['a folder and a file', '3', '1', true],
    ['a file and a folder in a folder', '1', '4', true],
    ['other names only', '1', '5', false],
  ])('are found: %s', async (_, ours, theirs, differ) => {
    expect((await check(ours, theirs)).differ).toBe(differ);
  });

  it('are not looked for in what is the same', async () => {
    expect(await check('1', '5')).toEqual({ differ: false, read: '15' });
  });
});

describe('files that are in the way of a folder', () => {
  it.each<[string[], boolean]>([
    [['a', 'a.txt/a', 'a/a'], true],
    [['b/c/d/e', 'b/c'], true],
    [['a', 'a.txt', 'ab/a', 'b/a/a'], false],
    [[], false],
  ])('%j: %s', (paths, expected) => expect(hasFileAsFolder(paths)).toBe(expected));
});
