import { patchHtml } from './patch-html.js';

const html = (lines: string, name = 'x.unknown') => patchHtml({ name, patch: `@@ -1 +1 @@\n${lines}` }).slice(1);

it.each([
  [
    'the words that differ',
    '-one <b> three\n+one <i> three',
    ['one &lt;<mark>b</mark>&gt; three', 'one &lt;<mark>i</mark>&gt; three'],
  ],
  ['nothing in lines without a common word', '-one\n+two', [null, null]],
  ['nothing where more lines are added than removed', '-one a\n+one b\n+one c', [null, null, null]],
  ['nothing in very long lines', `-${'x '.repeat(600)}\n+${'x '.repeat(599)}`, [null, null]],
  ['no more than the line', ' same\n-a 😀\n+a 🚀', [null, 'a <mark>😀</mark>', 'a <mark>🚀</mark>']],
])('marks %s', (_, lines, expected) => expect(html(lines)).toEqual(expected));

it('marks words within highlighted ones, and closes what it opens', () => {
  expect(html('-let a = "x y";\n+let a = "x z";', 'x.js')).toEqual([
    '<span class="hljs-keyword">let</span> a = <span class="hljs-string">&quot;x <mark>y</mark>&quot;</span>;',
    '<span class="hljs-keyword">let</span> a = <span class="hljs-string">&quot;x <mark>z</mark>&quot;</span>;',
  ]);
});
