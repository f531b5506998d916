import { Module } from '@nestjs/common';
import { RichTextModule } from '@hearth/pages';
import { RenderingModule } from '../pages/rendering.module.js';
import { SnippetsModule } from '../snippets/snippets.module.js';
import { PersonalSnippetFormsController } from './personal-snippet-forms.controller.js';
import { SnippetFormsController } from './snippet-forms.controller.js';
import { SnippetPageFacts } from './snippet-page.facts.js';
import { SnippetPagesController } from './snippet-pages.controller.js';

@Module({
  imports: [RichTextModule, RenderingModule, SnippetsModule],
  controllers: [SnippetFormsController, PersonalSnippetFormsController, SnippetPagesController],
  providers: [SnippetPageFacts],
})
export class SnippetPagesModule {}
