import { excerptOf } from './diff-excerpt.rules.js';

const PATCH = `--- a/x
+++ b/x
@@ -1,3 +1,3 @@
 one
-two
-three
+drei
 four
@@ -30,2 +30,3 @@
 thirty
+${'x'.repeat(500)}
\\ No newline at end of file
`;
const texts = (side: 'new' | 'old' | 'removed', number: number) =>
  excerptOf(PATCH, { number, side }).map(({ kind, text }) => `${kind} ${text}`);

describe('an excerpt of a diff', () => {
  it('ends with the line, and has those above it', () => {
    expect(texts('new', 2)).toEqual(['same one', 'removed two', 'removed three', 'added drei']);
    expect(texts('old', 2)).toEqual(['same one', 'removed two']);
    expect(texts('new', 3)).toEqual(['same one', 'removed two', 'removed three', 'added drei', 'same four']);
  });

  it('names removed lines by the next one that remains', () => {
    expect(texts('removed', 2)).toEqual(['same one', 'removed two', 'removed three']);
  });

  it('stays in the hunk, and cuts long lines', () => {
    expect(texts('new', 31)).toEqual(['same thirty', `added ${'x'.repeat(400)}`]);
  });

  it('has 16 lines at most', () => {
    const patch = `@@ -0,0 +1,40 @@\n${Array.from({ length: 40 }, (_, at) => `+${at + 1}\n`).join('')}`;
    const found = excerptOf(patch, { number: 30, side: 'new' }).map(({ text }) => text);
    expect(found).toEqual(Array.from({ length: 16 }, (_, at) => `${at + 15}`));
  });

  it.each([
    ['new', 10],
    ['old', 4_000],
    ['removed', 4],
  ] as const)('is empty for a line that the diff does not show: %s %i', (side, number) => {
    expect(texts(side, number)).toEqual([]);
  });

  it('is empty of a file without text', () => {
    expect(excerptOf('', { number: 1, side: 'new' })).toEqual([]);
  });
});
