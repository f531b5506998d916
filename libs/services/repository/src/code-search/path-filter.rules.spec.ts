import type { PathFilter } from '@hearth/repository-contracts';
import { pathMatcher } from './path-filter.rules.js';

const PATHS = ['README.md', 'docs/Guide.md', 'docs/api/guide.rb', 'lib/guide.rb.bak', 'md'];

describe('filters of paths', () => {
  const matching = (...filters: [PathFilter['on'], string, excluded?: boolean][]) =>
    PATHS.filter(pathMatcher(filters.map(([on, value, excluded = false]) => ({ on, value, excluded }))));

  it.each<[PathFilter['on'], string, string[]]>([
    ['filename', 'guide', ['docs/Guide.md', 'docs/api/guide.rb', 'lib/guide.rb.bak']],
    ['filename', 'docs', []],
    ['filename', 'g*.r', ['docs/api/guide.rb', 'lib/guide.rb.bak']],
    ['path', 'DOCS/', ['docs/Guide.md', 'docs/api/guide.rb']],
    ['path', 'docs*guide', ['docs/Guide.md', 'docs/api/guide.rb']],
    ['path', 'guide*docs', []],
    ['extension', 'md', ['README.md', 'docs/Guide.md']],
    ['extension', 'rb', ['docs/api/guide.rb']],
    ['extension', 'r*b', ['docs/api/guide.rb']],
    ['extension', 'r*b*', ['docs/api/guide.rb', 'lib/guide.rb.bak']],
    ['extension', 'b*b', []],
  ])('%s:%s', (on, value, expected) => {
    expect(matching([on, value])).toEqual(expected);
  });

  it('hold together, and leave out what matches an excluding one', () => {
    expect(matching(['path', 'docs'], ['extension', 'md'])).toEqual(['docs/Guide.md']);
    expect(matching(['path', 'docs'], ['extension', 'md', true])).toEqual(['docs/api/guide.rb']);
    expect(matching()).toEqual(PATHS);
  });
});
