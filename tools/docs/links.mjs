// Checks the links of the documentation: status 1 when a page, a file or a heading that one names is not there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { root } from '../hearth/paths.mjs';
import { anchorOf, documentationPages, isInWorkTree, resolveLink } from './pages.mjs';

const markdown = new MarkdownIt();

/** @typedef {{ links: string[], anchors: Set<string> }} Page */

/**
 * Reads the links and the anchors of a page.
 * @param {string} text Markdown @returns {Page}
 */
export function readPage(text) {
  const tokens = markdown.parse(text, {});
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const headings = tokens.flatMap(({ type }, index) => (type === 'heading_open' ? [textOf(tokens[index + 1])] : []));
  return {
    links: inline.filter(({ type }) => type === 'link_open').map((token) => token.attrGet('href')),
    anchors: new Set(numbered(headings.map(anchorOf))),
  };
}

function textOf({ children }) {
  return children.map(({ content }) => content).join('');
}

/** A heading that is there before gets a number. */
function numbered(anchors) {
  const seen = new Map();
  return anchors.map((anchor) => {
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/**
 * Sentences about the links that lead nowhere.
 * @param {Map<string, Page>} pages by path @param {(target: string) => boolean} exists whether there is such a file or folder
 */
export function brokenLinks(pages, exists) {
  return [...pages].flatMap(([page, { links }]) =>
    links.filter((href) => isBroken(resolveLink(page, href), pages, exists)).map((href) => `${page}: ${href}`),
  );
}

function isBroken(link, pages, exists) {
  if (!link) return false;
  if (!exists(link.target)) return true;
  return link.anchor !== '' && pages.get(link.target)?.anchors.has(link.anchor) === false;
}

if (process.argv[1] === import.meta.filename) {
  const pages = new Map(
    documentationPages().map((page) => [page, readPage(readFileSync(path.join(root, page), 'utf8'))]),
  );
  const broken = brokenLinks(pages, isInWorkTree);
  for (const each of broken) console.error(`leads nowhere: ${each}`);
  if (broken.length > 0) process.exitCode = 1;
}
