import { changeOf, parseSuggestions } from './suggestion.rules.js';

const block = (info: string, ...lines: string[]) => [`\`\`\`${info}`, ...lines, '```'].join('\n');

it.each([
  ['a line', block('suggestion', 'x'), [{ above: 0, below: 0, lines: ['x'] }], ''],
  ['a range', block('suggestion:-2+1', 'x', 'y'), [{ above: 2, below: 1, lines: ['x', 'y'] }], ''],
  [
    'a deletion',
    `Not needed:\n${block('suggestion:-0+0')}\nSee?`,
    [{ above: 0, below: 0, lines: [] }],
    'Not needed:\nSee?',
  ],
  ['two', `${block('suggestion', 'x')}\n${block('suggestion', 'y')}`, [{ lines: ['x'] }, { lines: ['y'] }], ''],
  ['one with fences in it', '````suggestion\n```js\nx\n```\n````', [{ lines: ['```js', 'x', '```'] }], ''],
  ['one that is not closed', '```suggestion\nx', [{ lines: ['x'] }], ''],
  ['at most a hundred lines on a side', block('suggestion:-999+999'), [{ above: 100, below: 100 }], ''],
  ['none in another block', '````\n```suggestion\nx\n```\n````', [], '````\n```suggestion\nx\n```\n````'],
  ['none in other languages', block('suggestions', 'x'), [], block('suggestions', 'x')],
])('reads %s', (_, text, suggestions, rest) => {
  const parsed = parseSuggestions(text);
  expect([parsed.suggestions.length, parsed.rest]).toEqual([suggestions.length, rest]);
  expect(parsed.suggestions).toMatchObject(suggestions);
});

describe('the lines that a suggestion replaces', () => {
  const file = {
    ...{ oldPath: 'a', newPath: 'a', oldMode: '100644', newMode: '100644', renamed: false },
    patch: '@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2.5\n three\n',
  };
  const position = { baseSha: 'b', startSha: 's', headSha: 'h', oldPath: 'a', newPath: 'a', lineRange: null };
  const suggest = (newLine: number | null, above = 0, below = 0, head = 'h') =>
    changeOf({ above, below, lines: [] }, { ...position, oldLine: null, newLine }, head, [file]);

  it('are those of the newest version around the line of the note', () => {
    expect(suggest(3, 1, 1)).toMatchObject({ from: 2, to: 4, before: ['2', '2.5', 'three'], outdated: false });
    expect(suggest(1, 5)).toMatchObject({ from: 1, to: 1, before: ['one'] });
  });

  it('are unknown where the diff does not show them, or they are of another version', () => {
    expect(suggest(4, 0, 1)).toMatchObject({ to: 5, before: null });
    expect(suggest(3, 0, 0, 'other')).toMatchObject({ before: null, outdated: true });
    expect(suggest(null)).toBeUndefined();
  });
});
