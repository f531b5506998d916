import { linesOf } from './patch-lines.js';

const PATCH =
  '--- a/x\n+++ b/x\n@@ -3,2 +3,3 @@ head\n same\n-old\n+new\n++more\n\\ No newline at end of file\n@@ -9 +10 @@\n-- last\n';

it('have the numbers of their sides, and start with their hunk', () => {
  expect([...linesOf(PATCH)].map(({ kind, oldLine, newLine, text }) => [kind, oldLine, newLine, text])).toEqual([
    ['part', null, null, '@@ -3,2 +3,3 @@ head'],
    ['same', 3, 3, 'same'],
    ['removed', 4, null, 'old'],
    ['added', null, 4, 'new'],
    ['added', null, 5, '+more'],
    ['part', null, null, 'No newline at end of file'],
    ['part', null, null, '@@ -9 +10 @@'],
    ['removed', 9, null, '- last'],
  ]);
  expect([...linesOf(PATCH)].map(({ place }) => place)).toEqual(['', '3_3', '4_4', '5_4', '5_5', '', '', '9_10']);
  expect([...linesOf('')]).toEqual([]);
});
