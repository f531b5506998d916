import type { Path } from './fast-import-stream.js';

/** File paths that exist in real repositories and break careless quoting, decoding or sorting. */
export const ODD_PATHS: readonly Path[] = [
  'odd/with space.txt',
  'odd/ leading and trailing ',
  `odd/it's "quoted".txt`,
  'odd/back\\slash.txt',
  'odd/new\nline.txt',
  'odd/tab\there.txt',
  'odd/-leading-dash.txt',
  '-rf',
  '--help/-x/file',
  'odd/star*.txt',
  'odd/question?.txt',
  'odd/[brackets].txt',
  ':(glob)pathspec/**.txt',
  'odd/percent%20encoded%2Fslash.txt',
  'odd/plus+and&and=and#and;.txt',
  'odd/ünïcödé/日本語.txt',
  'odd/emoji-🔥.txt',
  // The same letter composed and decomposed: two names to git.
  'odd/caf\u00e9.txt',
  'odd/cafe\u0301.txt',
  Buffer.from('odd/latin1-caf\xe9.txt', 'latin1'),
  'odd/UPPER.txt',
  'odd/upper.txt',
  'odd/no-extension',
  'odd/.hidden',
  'odd/...',
  'odd/ends.with.dot.',
  'odd/a.json',
  'odd/archive.tar.gz',
  `odd/${'long-'.repeat(40)}name.txt`,
  `${'deep/'.repeat(60)}leaf.txt`,
  // Sorts between "dir" and "dir/": trees and blobs compare differently in git than in bytes.
  'order/dir.txt',
  'order/dir/file',
  'order/dir-file',
  'order/dir0',
];

/** Branch names that git allows. */
export const ODD_BRANCHES: readonly string[] = [
  'feature/UPPER-and-lower',
  'fix/ünïcode-日本',
  'odd/percent%20sign',
  'odd/plus+sign',
  'odd/hash#sign',
  'odd/and&equals=',
  `odd/it's"quoted"`,
  'odd/user@host',
  'odd/semi;colon,comma',
  'odd/dots.in.name.json',
  `odd/${'long-'.repeat(30)}name`,
];

/** First lines of ordinary messages. */
export const TITLES: readonly string[] = [
  'Fix the build',
  'Add a test for the parser',
  'Übersetze die Oberfläche',
  '修正拼写错误',
  'Handle "quotes", <angle brackets> & ampersands',
  'Revert "Fix the build"',
  'Make it faster 🚀',
  'Rename things\tand tabs',
];
