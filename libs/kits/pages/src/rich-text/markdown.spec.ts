import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { highlightLines } from './highlight.js';
import { renderMarkdown } from './markdown.js';

const project = 'a/b';
const file = { ref: 'main', folder: 'docs/guide' };

describe('Markdown of users', () => {
  it.each([
    ['# Hi *there*', '<h1>Hi <em>there</em></h1>\n'],
    [':tada:', '<p>🎉</p>\n'],
    [
      '- [x] done',
      '<ul class="contains-task-list">\n<li class="task-list-item"><input checked disabled type="checkbox" aria-label="Done" /> done</li>\n</ul>\n',
    ],
    ['```mermaid\ngraph <x>\n```', '<pre><code class="language-mermaid">graph &lt;x&gt;\n</code></pre>\n'],
    ['```js\nlet x\n```', '<pre><code class="language-js"><span class="hljs-keyword">let</span> x\n</code></pre>\n'],
    ['<p align="center">x</p>', '<p align="center">x</p>'],
    ['|a|\n|-:|', '<table>\n<thead>\n<tr>\n<th align="right">a</th>\n</tr>\n</thead>\n</table>\n'],
  ])('%j', (text, html) => {
    expect(renderMarkdown(text, {})).toBe(html);
  });

  it.each([
    ['see #1, c/d!2 and @jane.', ['/a/b/-/issues/1', '/c/d/-/merge_requests/2', '/jane']],
    [`in ${'0123456789'.repeat(4)}`, [`/a/b/-/commit/${'0123456789'.repeat(4)}`]],
    ['`#1` and a#1 and x@jane.example and [#2](/x)', ['mailto:x@jane.example', '/a/b/-/blob/main/x']],
    [
      '[x](other.md#y) [z](/README.md) [w](../../../up) [v](#v)',
      [...['/a/b/-/blob/main/docs/guide/other.md#y', '/a/b/-/blob/main/README.md', '/a/b/-/blob/main/up', '#v']],
    ],
  ])('links %j', (text, addresses) => {
    const html = renderMarkdown(text, { project, file });
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual(addresses);
  });

  it('encodes the names of refs and folders in addresses', () => {
    const html = renderMarkdown('[x](x.md)', { project, file: { ref: 'fix/#1', folder: 'a#b' } });
    expect(html).toContain('href="/a/b/-/blob/fix/%231/a%23b/x.md"');
  });

  it('leads pictures to the raw file, and attachments to their page', () => {
    expect(renderMarkdown('![x](x.png)', { project, file })).toContain('src="/a/b/-/raw/main/docs/guide/x.png"');
    expect(renderMarkdown('![x](/uploads/s/x.png)', { project })).toContain('src="/-/project/a%2Fb/uploads/s/x.png"');
  });

  it.each([
    ...[
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      '<style>*{}</style>',
    ],
    ...[
      '<iframe src="//evil.example"></iframe>',
      '<form action="/x"><button>y</button></form>',
      '<svg onload=alert(1)>',
    ],
    ...['<p style="position:fixed" id="content">x</p>', '[x](data:text/html,x)', '<math><mi xlink:href="data:x">'],
  ])('leaves nothing that runs of %s', (text) => {
    const html = renderMarkdown(text, { project, file });
    expect(html).not.toMatch(
      /<(?:script|style|iframe|form|button|svg|math)|\son\w+=|javascript:|\sstyle=|\sid=|="data:/,
    );
  });

  it('makes buttons of tasks where they can be ticked, and of no HTML of the author', () => {
    const text = '- [ ] a "<b>"\n- [x] b\n\n<button form="tasks">c</button> <input type="checkbox" data-task="x:1">';
    const html = renderMarkdown(text, { tasks: true });
    const tasks = [...html.matchAll(/<button ([^>]*)><\/button>/g)].map(([, attributes]) => attributes);
    expect(tasks).toHaveLength(2);
    expect(tasks[1]).toMatch(/form="tasks" name="task" value="1" .*aria-checked="true" aria-label="b"/);
    expect(html).toContain('<span>c</span>');
    expect(renderMarkdown(text, {})).not.toContain('<button');
  });
});

describe('any text in Markdown', () => {
  const fragment = fc.oneof(
    fc.constantFrom('<script>', '</script>', '<style>', '<svg onload=x>', '<img src=x onerror=y>', '<a href="'),
    fc.constantFrom(
      'javascript:x',
      'JaVa\tScRiPt:x',
      'data:text/html,x',
      '//evil',
      '&#106;avascript:x',
      '![x](',
      '[x](',
    ),
    fc.constantFrom(
      '"',
      "'",
      '>',
      '<',
      ')',
      '`',
      '```js\n',
      '\n\n',
      '- [ ] ',
      '| a |\n| - |\n',
      '<!--',
      ']]>',
      '#1',
      '@jane',
      ':tada:',
    ),
    fc.string({ maxLength: 5 }),
  );

  it('becomes HTML without scripts, handlers and addresses of other schemes', () => {
    const text = fc.array(fragment, { maxLength: 12 }).map((fragments) => fragments.join(''));
    fc.assert(
      fc.property(text, (markdown) => {
        const parser = new Parser({
          onopentag: (name, attributes) => {
            expect(['script', 'style', 'svg', 'math', 'iframe', 'object', 'base', 'form', 'link']).not.toContain(name);
            for (const [attribute, value] of Object.entries(attributes)) {
              expect(attribute).not.toMatch(/^on|^style$|^id$/i);
              if (/^(?:href|src|srcset)$/.test(attribute))
                expect(value).not.toMatch(/^[\s\p{Cc}]*(?!https?:|mailto:)[a-z][\w+.-]*:/iu);
            }
          },
        });
        parser.end(renderMarkdown(markdown, { project, file }));
      }),
      { numRuns: 500 },
    );
  });
});

describe('highlighted lines', () => {
  it('each close what they open', () => {
    const lines = highlightLines('/* a\nb */ let c', 'x.js')!;
    expect(lines).toEqual([
      '<span class="hljs-comment">/* a</span>',
      '<span class="hljs-comment">b */</span> <span class="hljs-keyword">let</span> c',
    ]);
  });

  it('escape what they show, and are absent for an unknown language', () => {
    expect(highlightLines('<b>', 'x.html')!.join('')).toContain('&lt;');
    expect(highlightLines('x', 'x.unknown')).toBeNull();
  });
});
