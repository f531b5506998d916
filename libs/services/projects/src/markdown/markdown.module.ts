import { Module } from '@nestjs/common';
import { MarkdownController } from './markdown.controller.js';
import { MarkdownThreads } from './markdown-threads.js';

@Module({
  controllers: [MarkdownController],
  providers: [{ provide: MarkdownThreads, useFactory: () => new MarkdownThreads() }],
})
export class MarkdownModule {}
