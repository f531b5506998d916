import { readFilters } from './code-search.rules.js';

describe('the text of a search of files', () => {
  const filter = (on: string, value: string, excluded = false) => ({ on, value, excluded });

  it.each([
    ['needle', 'needle', []],
    ['a  b filename:*.rb', 'a  b', [filter('filename', '*.rb')]],
    ['path:"old docs" a', 'a', [filter('path', 'old docs')]],
    ['a extension:md -path:x/y b', 'a b', [filter('extension', 'md'), filter('path', 'x/y', true)]],
    ['mypath:x Path:x path: x', 'mypath:x Path:x path: x', []],
    ['path:x', '', [filter('path', 'x')]],
  ])('%s', (search, text, filters) => {
    expect(readFilters(search)).toEqual({ text, filters });
  });
});
