import { linesOf } from './patch.rules.js';

describe('the lines of a patch', () => {
  it('have the numbers of their sides, and start with their hunk', () => {
    const patch = '--- a/x\n+++ b/x\n@@ -3,2 +3,3 @@ head\n same\n-old\n+new\n++more\n\\ No newline at end of file\n';
    expect([...linesOf(patch)].map(({ kind, oldLine, newLine, text }) => [kind, oldLine, newLine, text])).toEqual([
      ['hunk', null, null, '@@ -3,2 +3,3 @@ head'],
      ['same', 3, 3, 'same'],
      ['removed', 4, null, 'old'],
      ['added', null, 4, 'new'],
      ['added', null, 5, '+more'],
    ]);
  });

  it('are none without a hunk', () => expect([...linesOf('')]).toEqual([]));
});
