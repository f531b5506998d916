import { linesOf } from '@hearth/repository-contracts';
import { pairsOf } from './line-pairs.js';

const PATCH =
  '--- a/x\n+++ b/x\n@@ -3,2 +3,3 @@ head\n same\n-old\n+new\n++more\n\\ No newline at end of file\n@@ -9 +10 @@\n-- last\n';

it('stand side by side, removed ones beside those that replace them', () => {
  const texts = pairsOf([...linesOf(PATCH)]).map(({ left, right }) => [left?.text, right?.text]);
  expect(texts).toEqual([
    ['@@ -3,2 +3,3 @@ head', '@@ -3,2 +3,3 @@ head'],
    ['same', 'same'],
    ['old', 'new'],
    [undefined, '+more'],
    ['No newline at end of file', 'No newline at end of file'],
    ['@@ -9 +10 @@', '@@ -9 +10 @@'],
    ['- last', undefined],
  ]);
});
