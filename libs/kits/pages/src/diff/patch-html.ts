import { highlight, highlightLines } from '../rich-text/highlight.js';
import { changedWords, marked } from './changed-words.js';
import { linesOf } from '@hearth/repository-contracts';

/** HTML of each line of a patch: highlighted, with marks at changed words; null for a line that has neither. */
export type PatchHtml = readonly (string | null)[];

/** @param name of the file */
export function patchHtml({ name, patch }: { readonly name: string; readonly patch: string }): PatchHtml {
  const lines = [...linesOf(patch)];
  const texts = lines.map(({ kind, text }) => (kind === 'part' ? '' : text));
  const highlighted = highlightLines(texts.join('\n'), name);
  const words = changedWords(lines);
  return texts.map((text, place) => {
    const html = highlighted?.[place] ?? null;
    const changed = words.get(place);
    if (lines[place]!.kind === 'part') return null;
    return changed ? marked(html ?? highlight(text, 'plaintext'), changed) : html;
  });
}
