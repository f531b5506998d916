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
    expect(readSearch(text)).toEqual({ text: text.trim(), patterns });
  });

  it('looks past blanks around it, and for names as they are kept', () => {
    expect(readSearch(' ab ')).toEqual({ text: 'ab', patterns: ['ab'] });
    expect(readSearch(' ada@example.com\n')?.text).toBe('ada@example.com');
    const decomposed = 'Zoe\u0308 Mu\u0308ller';
    expect(readSearch(decomposed)).toEqual({ text: 'Zo\u00eb M\u00fcller', patterns: ['%Zo\u00eb%', '%M\u00fcller%'] });
  });

  it('takes blank text for no search', () => {
    expect(readSearch('')).toBeUndefined();
    expect(readSearch('  ')).toBeUndefined();
  });
});
