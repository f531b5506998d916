import { Module } from '@nestjs/common';
import { RichTextModule } from '@hearth/pages';
import { IssuesModule } from '../issues/issues.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { IssueFormsController } from './issue-forms.controller.js';
import { IssueNoteFormsController } from './issue-note-forms.controller.js';
import { IssuePageFacts } from './issue-page.facts.js';
import { IssuePage } from './issue-page.js';
import { IssuePagesController } from './issue-pages.controller.js';

@Module({
  imports: [RichTextModule, RenderingModule, IssuesModule, NotesModule],
  controllers: [IssuePagesController, IssueFormsController, IssueNoteFormsController],
  providers: [IssuePageFacts, IssuePage],
})
export class IssuePagesModule {}
