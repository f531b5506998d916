import { Injectable } from '@nestjs/common';
import type { Principal, ProjectCard } from '@hearth/contract-kit';
import { ThreadsBusy } from '@hearth/threads';
import { RichText } from './rich-text.js';

/** Text of a user on a page. */
export interface PageText {
  readonly text: string;
  /** Safe HTML; null for a text that costs too much: it is shown as it is. */
  readonly html: string | null;
}

/** Renders texts in Markdown for pages. */
@Injectable()
export class PageTexts {
  constructor(private readonly richText: RichText) {}

  async of(texts: readonly string[], { fullPath }: ProjectCard, caller: Principal): Promise<PageText[]> {
    const html = await this.rendered(texts, fullPath, `user ${caller.userId}`);
    return texts.map((text, place) => ({ text, html: html?.[place] ?? null }));
  }

  private async rendered(texts: readonly string[], project: string, caller: string) {
    try {
      return await this.richText.markdown(texts, { project }, caller);
    } catch (error) {
      if (error instanceof ThreadsBusy) return undefined;
      throw error;
    }
  }
}
