import { Injectable } from '@nestjs/common';
import type { Caller } from '@hearth/contract-kit';
import { ThreadsBusy } from '@hearth/threads';
import { RichText } from './rich-text.js';
import type { TextContext } from './text-context.js';

/** Text of a user on a page. */
export interface PageText {
  readonly text: string;
  /** Safe HTML; null for a text that costs too much, and while the threads are busy: it is shown as it is. */
  readonly html: string | null;
}

/** Renders texts in Markdown for pages. */
@Injectable()
export class PageTexts {
  constructor(private readonly richText: RichText) {}

  /** @param caller on whose behalf: threads serve callers in turn */
  async of(
    texts: readonly string[],
    context: TextContext,
    { principal, clientAddress = '' }: Pick<Caller, 'principal'> & { readonly clientAddress?: string },
  ): Promise<PageText[]> {
    const key = principal ? `user ${principal.userId}` : `address ${clientAddress}`;
    const html = await this.rendered(texts, context, key);
    return texts.map((text, place) => ({ text, html: html?.[place] ?? null }));
  }

  private async rendered(texts: readonly string[], context: TextContext, caller: string) {
    try {
      return await this.richText.markdown(texts, context, caller);
    } catch (error) {
      if (error instanceof ThreadsBusy) return undefined;
      throw error;
    }
  }
}
