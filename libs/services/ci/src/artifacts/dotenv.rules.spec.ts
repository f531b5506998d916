import { listed } from '../pipelines/predefined.rules.js';
import { dotenvVariables } from './dotenv.rules.js';

describe('variables in a report', () => {
  it.each<[string, Record<string, string> | undefined]>([
    ['', {}],
    ['A=1\nB=two words\r\n\n# comment\nexport C=3\n', { A: '1', B: 'two words', C: '3' }],
    ['A="quoted"\nB=\'single\'\nC="\nD=a=b', { A: 'quoted', B: 'single', C: '"', D: 'a=b' }],
    ['EMPTY=', { EMPTY: '' }],
    ['A', undefined],
    ['1A=x', undefined],
    ['A-B=x', undefined],
    ['A=\0', undefined],
    [Array.from({ length: 101 }, (_, n) => `A${n}=1`).join('\n'), undefined],
  ])('%j: %j', (text, expected) => expect(dotenvVariables(text)).toEqual(expected && listed(expected)));
});
