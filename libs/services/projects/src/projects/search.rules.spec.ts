import { literalPattern, readSearch } from './search.rules.js';

describe('readSearch', () => {
  it.each([
    ['hearth', { words: ['hearth'] }],
    ['  two   words ', { words: ['two', 'words'] }],
    ['go to the hearth', { words: ['the', 'hearth'] }],
    ['"of the" fire', { words: ['fire', 'of the'] }],
    ['same same', { words: ['same'] }],
    ['ab', { whole: 'ab' }],
    ['a b c', { whole: 'a b c' }],
    ['öäü', { words: ['öäü'] }],
    ['a"b"c', { words: ['a"b"c'] }],
  ])('reads %j', (text, search) => {
    expect(readSearch(text)).toEqual(search);
  });

  it('takes blank text for no search', () => {
    expect(readSearch('')).toBeUndefined();
    expect(readSearch('  ')).toBeUndefined();
  });
});

describe('literalPattern', () => {
  it('leaves nothing special', () => {
    expect(literalPattern('50%_off\\now')).toBe('50\\%\\_off\\\\now');
    expect(literalPattern('plain')).toBe('plain');
  });
});
