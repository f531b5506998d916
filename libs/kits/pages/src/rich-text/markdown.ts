import { randomUUID } from 'node:crypto';
import MarkdownIt from 'markdown-it';
import { full as emoji } from 'markdown-it-emoji';
import taskLists from 'markdown-it-task-lists';
import sanitizeHtml from 'sanitize-html';
import { encodedPath } from '../encoded-path.js';
import { highlight, languageNamed } from './highlight.js';
import { linkReferences } from './references.js';
import { markTasks, taskButton } from './tasks.js';
import type { TextContext } from './text-context.js';

const markdown = new MarkdownIt({ html: true, linkify: true, highlight: highlighted }).use(emoji).use(taskLists);
linkReferences(markdown);
markTasks(markdown);

/** HTML that authors may write, after that of the renderer: no scripts, styles, forms, frames, handlers or ids. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...sanitizeHtml.defaults.allowedTags,
    ...['img', 'del', 'ins', 'input', 'details', 'summary', 'picture', 'source', 'button'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'class'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    source: ['srcset', 'media'],
    input: [{ name: 'type', values: ['checkbox'] }, 'checked', 'disabled', 'aria-label'],
    button: ['form', 'name', 'value', 'role', 'aria-checked', 'aria-label'],
    ol: ['start'],
    th: ['align'],
    td: ['align', 'colspan', 'rowspan'],
    '*': ['align'],
  },
  allowedClasses: {
    code: ['hljs', 'language-*'],
    span: ['hljs-*'],
    ul: ['contains-task-list'],
    ol: ['contains-task-list'],
    li: ['task-list-item'],
    a: ['reference'],
    button: ['task'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
};

/** Renders a text in Markdown to HTML that is safe on a page. */
export function renderMarkdown(text: string, context: TextContext): string {
  const taskKey = context.tasks ? randomUUID() : undefined;
  const html = markdown.render(text, { ...context, taskKey });
  return sanitizeHtml(html, {
    ...ALLOWED,
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: linkOf(attribs, context) }),
      img: (tagName, attribs) => ({ tagName, attribs: pictureOf(attribs, context) }),
      th: alignedCell,
      td: alignedCell,
      input: (tagName, attribs) =>
        taskButton(attribs, taskKey) ?? { tagName, attribs: { ...attribs, disabled: '', 'aria-label': 'Done' } },
      // Only tasks have buttons.
      button: () => ({ tagName: 'span', attribs: {} }),
    },
  });
}

/** Browsers tell other sites nothing of the page; search engines follow no link of an author. */
function linkOf(attribs: sanitizeHtml.Attributes, context: TextContext): sanitizeHtml.Attributes {
  const { href, ...rest } = attribs;
  if (href === undefined) return rest;
  const address = attribs['class'] === 'reference' ? href : addressOf(href, context, 'blob');
  return { ...rest, href: address, ...(/^https?:/i.test(address) && { rel: 'nofollow noopener noreferrer' }) };
}

/** The policy of pages allows no styles, in which the renderer says how the cells of a column are aligned. */
function alignedCell(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const align = /^text-align:(left|center|right)$/.exec(attribs['style'] ?? '')?.[1];
  return { tagName, attribs: align === undefined ? attribs : { ...attribs, align } };
}

function pictureOf(attribs: sanitizeHtml.Attributes, context: TextContext): sanitizeHtml.Attributes {
  const { src, ...rest } = attribs;
  return { alt: '', ...rest, ...(src !== undefined && { src: addressOf(src, context, 'raw') }) };
}

/** Resolves an address that is relative to a file, or to the uploads of a project; others stay. */
function addressOf(address: string, { project, file }: TextContext, kind: 'blob' | 'raw'): string {
  if (project === undefined) return address;
  if (address.startsWith('/uploads/')) return `/-/project/${encodeURIComponent(project)}${address}`;
  if (!file || /^(?:[a-z][\w+.-]*:|\/\/|#|$)/i.test(address)) return address;
  const folder = encodedPath(file.folder);
  const base = `http://file.invalid/${folder}${folder === '' ? '' : '/'}`;
  const resolved = URL.parse(address.replace(/^\//, 'http://file.invalid/'), base);
  if (resolved?.host !== 'file.invalid') return address;
  return `/${project}/-/${kind}/${encodedPath(file.ref)}${resolved.pathname}${resolved.search}${resolved.hash}`;
}

/** Renders a block of code. @returns an empty text to have it escaped only */
function highlighted(code: string, language: string): string {
  const name = languageNamed(language);
  return name === undefined ? '' : highlight(code, name);
}
