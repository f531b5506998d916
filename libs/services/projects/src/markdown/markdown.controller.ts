import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { MarkdownTooCostly, TooManyTexts } from '../refusals.js';
import { MarkdownParams } from './markdown.params.js';
import { MarkdownThreads } from './markdown-threads.js';

const MarkdownView = z.strictObject({ html: z.string().describe('The text as HTML') });
type MarkdownView = z.output<typeof MarkdownView>;

@Controller()
export class MarkdownController {
  constructor(private readonly markdownThreads: MarkdownThreads) {}

  @Endpoint.post('/markdown', {
    summary: 'Render a text in Markdown',
    params: MarkdownParams,
    returns: returns.json(MarkdownView),
    refuses: [MarkdownTooCostly, TooManyTexts],
  })
  async render(@Call() { params, user }: CallOf<typeof MarkdownParams>): Promise<MarkdownView> {
    return { html: await this.markdownThreads.render(params.text, user.userId) };
  }
}
