import { brokenLinks, readPage } from './links.mjs';
import { documentationPages } from './pages.mjs';
import { navigation, pagesOf } from './navigation.mjs';

describe('links of the documentation', () => {
  const pages = new Map([
    ['docs/a.md', readPage('# A\n\n## `Two` words: here!\n\n## Same\n\n## Same\n')],
    ['README.md', readPage('# Readme')],
  ]);
  const exists = (target) => ['docs/a.md', 'docs/b.md', 'README.md', 'LICENSE'].includes(target);
  const brokenIn = (text) => brokenLinks(new Map([...pages, ['docs/b.md', readPage(text)]]), exists);

  it.each([
    'a.md',
    './a.md#two-words-here',
    'a.md#same-1',
    '../README.md',
    '../LICENSE',
    'https://example.com/no.md',
    '#here',
  ])('may lead to %s', (href) => expect(brokenIn(`# Here\n\n[x](${href})`)).toEqual([]));

  it.each(['c.md', 'a.md#none', '../docs', '#none', '../../outside.md'])('may not lead to %s', (href) => {
    expect(brokenIn(`# Here\n\n[x](${href})`)).toEqual([`docs/b.md: ${href}`]);
  });

  it('are not looked for in code', () => expect(brokenIn('`[x](c.md)`\n\n    [x](c.md)\n')).toEqual([]));
});

describe('navigation', () => {
  it('has every page once', () => {
    expect(pagesOf(navigation()).sort()).toEqual(documentationPages().sort());
  });
});
