import { patchHtml, type PatchHtml } from '../diff/patch-html.js';
import { highlightLines, type HighlightedLines } from './highlight.js';
import { mailHtml } from './mail-html.js';
import { renderMarkdown } from './markdown.js';
import type { TextContext } from './text-context.js';

// Program of the threads of RichText.

/** UTF-16 units of the HTML of all texts at once: a short text with many links to one long address has megabytes. */
const MOST_HTML = 4 * 1024 * 1024;

/** @returns HTML of each text; empty when it is too long in all */
export function markdown({ texts, context }: { texts: readonly string[]; context: TextContext }): string[] {
  const html: string[] = [];
  let length = 0;
  for (const [place, text] of texts.entries()) {
    const rendered = renderMarkdown(text, place === 0 ? context : { ...context, tasks: false });
    length += rendered.length;
    if (length > MOST_HTML) return [];
    html.push(context.mailOf === undefined ? rendered : mailHtml(rendered, context.mailOf));
  }
  return html;
}

/** Highlights several files at once. */
export function lines(files: readonly { text: string; name: string }[]): HighlightedLines[] {
  return files.map(({ text, name }) => highlightLines(text, name));
}

/** Highlights several patches, and marks the words in which their lines differ. */
export function patches(files: readonly { patch: string; name: string }[]): PatchHtml[] {
  return files.map(patchHtml);
}
