import { readSearch } from './search.js';

describe('readSearch', () => {
  it.each([
    ['hearth', ['%hearth%']],
    ['  two   words ', ['%two%', '%words%']],
    ['go to the hearth', ['%the%', '%hearth%']],
    ['"of the" fire', ['%fire%', '%of the%']],
    ['same same', ['%same%']],
    ['ab', ['ab']],
    ['a b c', ['a b c']],
    ['öäü', ['%öäü%']],
    ['a"b"c', ['%a"b"c%']],
    ['50%_off\\now', ['%50\\%\\_off\\\\now%']],
  ])('reads %j', (text, patterns) => {
    expect(readSearch(text)).toEqual({ text, patterns });
  });

  it('takes blank text for no search', () => {
    expect(readSearch('')).toBeUndefined();
    expect(readSearch('  ')).toBeUndefined();
  });
});
