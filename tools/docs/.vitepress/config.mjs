import path from 'node:path';
import { root } from '../../hearth/paths.mjs';
import { navigation } from '../navigation.mjs';
import { addressOf, anchorOf, documentationPages, resolveLink } from '../pages.mjs';

const sidebar = navigation();
const pages = new Set(documentationPages());

/** The site that VitePress makes of the pages of the work tree, where they are. Links that lead nowhere fail the build. */
export default {
  title: 'Hearth',
  description: 'A code-hosting system that speaks the GitLab REST API v4',
  srcDir: root,
  // Patterns leave out every other Markdown file: fixtures, templates, those of packages.
  srcExclude: ['**/{fixtures,templates,corpus,src,node_modules}/**'],
  outDir: path.join(root, 'tools/docs/dist'),
  cacheDir: path.join(root, '.tools/docs-cache'),
  cleanUrls: true,
  rewrites: (page) => page.replace(/(^|\/)README\.md$/, '$1index.md'),
  themeConfig: {
    nav: ['Using Hearth', 'Operating', 'Developing'].map(firstOf),
    sidebar,
    outline: 'deep',
    search: { provider: 'local' },
  },
  markdown: {
    // Texts such as <service> are no elements.
    html: false,
    linkify: false,
    anchor: { slugify: anchorOf },
    config: (markdown) => markdown.core.ruler.push('links-in-work-tree', linksInWorkTree),
  },
};

function firstOf(group) {
  const { text, items } = sidebar.find((each) => each.text === group);
  return { text, link: items[0].link };
}

/** Gives links to pages their address in the site. Links to sources become plain text: the site has no sources. */
function linksInWorkTree({ tokens, env }) {
  const page = path.relative(root, env.realPath ?? env.path);
  for (const { children } of tokens) {
    const links = (children ?? []).filter(({ type }) => type === 'link_open' || type === 'link_close');
    for (let index = 0; index < links.length; index += 2) turn(page, links[index], links[index + 1]);
  }
}

function turn(page, open, close) {
  const href = open.attrGet('href');
  const link = href.startsWith('#') ? undefined : resolveLink(page, href);
  if (!link) return;
  if (pages.has(link.target)) open.attrSet('href', `${addressOf(link.target)}${link.anchor && `#${link.anchor}`}`);
  else for (const token of [open, close]) Object.assign(token, { type: 'text', tag: '', content: '', nesting: 0 });
}
