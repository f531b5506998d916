import { patchHtml, type PatchHtml } from '../diff/patch-html.js';
import { highlightLines, type HighlightedLines } from './highlight.js';
import { mailHtml } from './mail-html.js';
import { renderMarkdown } from './markdown.js';
import type { TextContext } from './text-context.js';

// Program of the threads of RichText.

export function markdown({ texts, context }: { texts: readonly string[]; context: TextContext }): string[] {
  const html = texts.map((text, place) => renderMarkdown(text, place === 0 ? context : { ...context, tasks: false }));
  return context.mailOf === undefined ? html : html.map((each) => mailHtml(each, context.mailOf!));
}

/** Highlights several files at once. */
export function lines(files: readonly { text: string; name: string }[]): HighlightedLines[] {
  return files.map(({ text, name }) => highlightLines(text, name));
}

/** Highlights several patches, and marks the words in which their lines differ. */
export function patches(files: readonly { patch: string; name: string }[]): PatchHtml[] {
  return files.map(patchHtml);
}
