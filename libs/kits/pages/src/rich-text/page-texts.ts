import { Injectable } from '@nestjs/common';
import type { Caller } from '@hearth/contract-kit';
import { ThreadsBusy } from '@hearth/threads';
import type { ChosenFile } from '../diff/chosen-files.js';
import type { PatchHtml } from '../diff/patch-html.js';
import type { HighlightedLines } from './highlight.js';
import { RichText } from './rich-text.js';
import type { TextContext } from './text-context.js';

/** Text of a user on a page. */
export interface PageText {
  readonly text: string;
  /** Safe HTML; null for a text that costs too much, and while the threads are busy: it is shown as it is. */
  readonly html: string | null;
}

/** Caller on whose behalf a text is rendered: threads serve callers in turn. */
type TextReader = Pick<Caller, 'principal'> & { readonly clientAddress?: string };

/** Renders texts and source code for pages. While the threads are busy they are shown as they are. */
@Injectable()
export class PageTexts {
  constructor(private readonly richText: RichText) {}

  /** Renders texts in Markdown. */
  of(texts: readonly string[], context: TextContext, caller: TextReader): Promise<PageText[]> {
    return this.rendered(texts, context, keyOf(caller));
  }

  /** Renders texts in Markdown for a mail. @param caller key of the queue */
  forMail(
    texts: readonly string[],
    context: TextContext & { readonly mailOf: string },
    caller: string,
  ): Promise<PageText[]> {
    return this.rendered(texts, context, caller);
  }

  /** Renders the notes of threads, after other texts of the page. */
  async ofThreads<N extends { readonly note: { readonly body: string } }>(
    others: readonly string[],
    threads: readonly (readonly N[])[],
    context: TextContext,
    caller: TextReader,
  ): Promise<{ readonly others: PageText[]; readonly threads: (N & { readonly text: PageText })[][] }> {
    const bodies = threads.flatMap((notes) => notes.map(({ note }) => note.body));
    const texts = await this.of([...others, ...bodies], context, caller);
    let place = others.length;
    const withTexts = threads.map((notes) => notes.map((each) => ({ ...each, text: texts[place++]! })));
    return { others: texts.slice(0, others.length), threads: withTexts };
  }

  /** Highlights files. @returns the lines of each; undefined: they are shown without colours */
  lines(
    files: readonly { readonly name: string; readonly text: string }[],
    caller: TextReader,
  ): Promise<readonly HighlightedLines[] | undefined> {
    return this.richText.lines(files, keyOf(caller)).catch(unlessBusy);
  }

  /** Highlights the lines of the files that a page shows, and marks changed words. @returns HTML of the lines of each; empty: all are shown as they are */
  async patches(files: readonly ChosenFile[], caller: TextReader): Promise<readonly PatchHtml[]> {
    const patches = files.map(({ file, hasLines }) => ({ name: file.newPath, patch: hasLines ? file.patch : '' }));
    return (await this.richText.patches(patches, keyOf(caller)).catch(unlessBusy)) ?? [];
  }

  private async rendered(texts: readonly string[], context: TextContext, key: string): Promise<PageText[]> {
    const html = await this.richText.markdown(texts, context, key).catch(unlessBusy);
    return texts.map((text, place) => ({ text, html: html?.[place] ?? null }));
  }
}

function keyOf({ principal, clientAddress = '' }: TextReader): string {
  return principal ? `user ${principal.userId}` : `address ${clientAddress}`;
}

function unlessBusy(error: unknown): undefined {
  if (!(error instanceof ThreadsBusy)) throw error;
}
