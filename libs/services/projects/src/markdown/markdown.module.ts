import { Module } from '@nestjs/common';
import { RichTextModule } from '@hearth/pages';
import { MarkdownController } from './markdown.controller.js';

@Module({ imports: [RichTextModule], controllers: [MarkdownController] })
export class MarkdownModule {}
