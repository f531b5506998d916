import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { PageTexts } from '@hearth/pages';
import { SnippetFacts } from '../snippets/snippet.facts.js';
import type { SnippetRecord } from '../snippets/snippets.store.js';
import type { SnippetPageFact } from './snippet-pages.view.js';

/** Reads for the page of a snippet. */
@Injectable()
export class SnippetPageFacts {
  constructor(
    private readonly snippetFacts: SnippetFacts,
    private readonly pageTexts: PageTexts,
  ) {}

  /** @param snippet one that the caller may read @throws SnippetNotFound when it was deleted meanwhile */
  async of(snippet: SnippetRecord, caller: Principal): Promise<SnippetPageFact> {
    const content = await this.snippetFacts.content(snippet);
    const context = snippet.projectPath === null ? {} : { project: snippet.projectPath };
    const [[description], files] = await Promise.all([
      this.pageTexts.of([snippet.description ?? ''], context, { principal: caller }),
      this.pageTexts.lines([{ name: snippet.fileName, text: content }], { principal: caller }),
    ]);
    return { snippet, content, description: description!, highlighted: files?.[0] ?? null };
  }
}
