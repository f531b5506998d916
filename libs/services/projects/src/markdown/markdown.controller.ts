import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { RichText } from '@hearth/pages';
import { ThreadsBusy } from '@hearth/threads';
import { z } from 'zod';
import { MarkdownTooCostly, TooManyTexts } from '../refusals.js';
import { MarkdownParams } from './markdown.params.js';

const MarkdownView = z.strictObject({ html: z.string().describe('The text as HTML') });
type MarkdownView = z.output<typeof MarkdownView>;

@Controller()
export class MarkdownController {
  constructor(private readonly richText: RichText) {}

  @Endpoint.post('/markdown', {
    summary: 'Render a text in Markdown',
    params: MarkdownParams,
    returns: returns.json(MarkdownView),
    refuses: [MarkdownTooCostly, TooManyTexts],
  })
  async render(@Call() { params, user }: CallOf<typeof MarkdownParams>): Promise<MarkdownView> {
    const rendered = await this.richText.markdown([params.text], {}, `user ${user.userId}`).catch(refuseBusy);
    if (!rendered) throw MarkdownTooCostly();
    return { html: rendered[0]! };
  }
}

function refuseBusy(error: unknown): never {
  throw error instanceof ThreadsBusy ? TooManyTexts() : error;
}
