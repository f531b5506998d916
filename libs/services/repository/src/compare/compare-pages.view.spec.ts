import { parseRange } from './compare-pages.view.js';

it.each([
  ['main...feature/x', { from: 'main', to: 'feature/x' }],
  ['v1.0...v1.1', { from: 'v1.0', to: 'v1.1' }],
  ['main..x', undefined],
  ['main...', undefined],
  ['...main', undefined],
  ['a...b...c', undefined],
])('parses the range %s', (range, refs) => {
  expect(parseRange(range)).toEqual(refs);
});
