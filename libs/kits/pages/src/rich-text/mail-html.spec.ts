import { mailHtml } from './mail-html.js';
import { renderMarkdown } from './markdown.js';

const PAGE = 'https://git.example.org/a/b/-/issues/1';
const render = (text: string) => mailHtml(renderMarkdown(text, { project: 'a/b' }), PAGE);

describe('texts in mails', () => {
  it.each([
    ['see #2 and @jane', ['https://git.example.org/a/b/-/issues/2', 'https://git.example.org/jane']],
    ['[up](#note_1) [out](https://example.com/x)', [`${PAGE}#note_1`, 'https://example.com/x']],
    ['![shot](/uploads/s/x.png)', ['https://git.example.org/-/project/a%2Fb/uploads/s/x.png']],
  ])('have absolute links: %s', (text, addresses) => {
    expect([...render(text).matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual(addresses);
  });

  it('show pictures as links and tasks as signs', () => {
    expect(render('![shot](https://example.com/x.png)')).toBe('<p><a href="https://example.com/x.png">shot</a></p>\n');
    expect(render('<img src="x.png">')).toBe('<a href="https://git.example.org/a/b/-/issues/x.png">Picture</a>');
    expect(render('- [x] done\n- [ ] open')).toMatch(/<span>☑<\/span> done<[^]*<span>☐<\/span> open</);
  });

  it('carry their styles, and none of an author', () => {
    expect(render('```js\nlet x\n```')).toMatch(
      /^<pre style="[^"]+"><code style="[^"]+"><span>let<\/span> x\n<\/code><\/pre>\n$/,
    );
    expect(render('<p style="position:fixed" class="x" id="y">x</p>')).toBe('<p>x</p>');
  });

  it.each([
    '![x](https://evil.example/x.png)',
    '<picture><source srcset="https://evil.example/x"><img src="https://evil.example/x"></picture>',
    '<table background="https://evil.example/x"><tr><td style="background:url(https://evil.example/x)">x</td></tr></table>',
    '<link rel="stylesheet" href="https://evil.example/x"><style>@import "https://evil.example/x"</style>',
    '<svg><image href="https://evil.example/x"></svg><video src="https://evil.example/x"></video>',
  ])('load nothing: %s', (text) => {
    expect(render(text)).not.toMatch(/(?:src|srcset|background|poster)=|url\(|<(?:img|link|style|svg|video|source)/);
  });
});
