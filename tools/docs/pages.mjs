import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '../hearth/paths.mjs';

/** Pages of the documentation: every Markdown file of the repository that is read as a page, by its path. */
export function documentationPages() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\0').filter((file) => file !== '' && !isText(file) && existsSync(path.join(root, file)));
}

/** Texts that programs read, and changelogs of fixtures. */
function isText(file) {
  return /(^|\/)(fixtures|templates|corpus|src)\//.test(file);
}

/**
 * Resolves a link of a page.
 * @param {string} page path of the page that has the link
 * @param {string} href as it is written
 * @returns {{ target: string, anchor: string } | undefined} the file or folder in the work tree, a folder's README where it has one; undefined for addresses of
 *   other sites
 */
export function resolveLink(page, href) {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) return undefined;
  const [file, anchor = ''] = decodeURI(href).split('#');
  const target = file === '' ? page : path.posix.normalize(path.posix.join(path.posix.dirname(page), file));
  const readme = path.posix.join(target, 'README.md');
  return { target: existsSync(path.join(root, readme)) ? readme : target.replace(/\/$/, ''), anchor };
}

/** Returns the address of a page in the site. */
export function addressOf(page) {
  return `/${page.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`;
}

/** Whether there is such a file or folder in the work tree. */
export function isInWorkTree(target) {
  return !target.startsWith('..') && statSync(path.join(root, target), { throwIfNoEntry: false }) !== undefined;
}

/** Returns the anchor of a heading, as GitHub makes it. */
export function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
