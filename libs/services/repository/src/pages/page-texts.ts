import { Injectable } from '@nestjs/common';
import type { Caller } from '@hearth/contract-kit';
import { RichText, type TextContext } from '@hearth/pages';
import { ThreadsBusy } from '@hearth/threads';

/** Bytes up to which pages show a file. */
export const MOST_SHOWN_BYTES = 512 * 1024;

/** Renders files of users. Where the threads are busy or the limits are exceeded, the page shows the text itself. */
@Injectable()
export class PageTexts {
  constructor(private readonly richText: RichText) {}

  /** @returns HTML of each text that is safe on a page; null when the texts have to be shown instead */
  async markdown(texts: readonly string[], context: TextContext, caller: Caller): Promise<readonly string[] | null> {
    const rendered = await this.richText.markdown(texts, context, keyOf(caller)).catch(withoutThreads);
    return rendered ?? null;
  }

  /** @returns the HTML of each line; null when the text has to be shown instead */
  async lines(text: string, name: string, caller: Caller): Promise<readonly string[] | null> {
    const lines = await this.richText.lines([{ text, name }], keyOf(caller)).catch(withoutThreads);
    return lines?.[0] ?? null;
  }
}

function keyOf({ principal, clientAddress }: Caller): string {
  return principal ? `user ${principal.userId}` : `address ${clientAddress}`;
}

function withoutThreads(error: unknown): undefined {
  if (error instanceof ThreadsBusy) return undefined;
  throw error;
}
