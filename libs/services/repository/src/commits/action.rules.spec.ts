import type { Refusal } from '@hearth/contract-kit';
import { contentBytes, pathBefore, segmentsOf } from './action.rules.js';

const refusalOf = (attempt: () => unknown): unknown => {
  try {
    return attempt();
  } catch (error) {
    return (error as Refusal).body;
  }
};

describe('segmentsOf', () => {
  it.each([
    ['a/b', ['a', 'b']],
    ['/a//b/', ['a', 'b']],
    ['./a/.', ['a']],
    ['...', ['...']],
    ['.gitignore', ['.gitignore']],
  ])('%p', (path, segments) => {
    expect(segmentsOf(path)).toEqual(segments);
  });

  it.each([
    [undefined, 'You must provide a file path'],
    ['', 'You must provide a file path'],
    ['//', 'You must provide a file path'],
    ['../a', 'Path cannot include directory traversal'],
    ['a/../../b', 'Path cannot include directory traversal'],
    ['a/.git/config', "invalid path: 'a/.git/config'"],
    ['.GIT/config', "invalid path: '.GIT/config'"],
    ['git~1/config', "invalid path: 'git~1/config'"],
  ])('refuses %p', (path, message) => {
    expect(refusalOf(() => segmentsOf(path))).toEqual({ message });
  });
});

describe('contentBytes', () => {
  const bytes = (content: string, encoding?: string) =>
    contentBytes({ action: 'create', content, ...(encoding !== undefined && { encoding }) }).toString('latin1');

  it.each([
    ['a\r\nb\r\n', 'a\nb\n'],
    ['\r\n\r\n', '\n\n'],
    ['a\rb\n\r', 'a\rb\n\r'],
    ['\r\r\n', '\r\n'],
    ['', ''],
    ['a\0b', 'a\0b'],
  ])('turns the line ends of text %p into %p', (content, expected) => {
    expect(bytes(content)).toBe(expected);
    expect(bytes(content, 'text')).toBe(expected);
  });

  it('takes base64 as it comes, line ends and blanks included', () => {
    expect(bytes(Buffer.from('a\r\nb').toString('base64'), 'base64')).toBe('a\r\nb');
    expect(bytes('YQ 0K\nYg==', 'base64')).toBe('a\r\nb');
  });

  it('wants a content', () => {
    expect(refusalOf(() => contentBytes({ action: 'create' }))).toEqual({ message: 'You must provide content' });
  });
});

describe('pathBefore', () => {
  it('is the previous path of a move', () => {
    expect(pathBefore({ action: 'move', filePath: 'new', previousPath: 'old' })).toBe('old');
    expect(pathBefore({ action: 'update', filePath: 'new', previousPath: '' })).toBe('new');
  });
});
