import { Module } from '@nestjs/common';
import { RichTextModule } from '@hearth/pages';
import { ProjectsCoreModule } from '../core.module.js';
import { ToggleTask } from '../issue-tasks/toggle-task.js';
import { IssuesModule } from '../issues/issues.module.js';
import { MilestonesModule } from '../milestones/milestones.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { IssueFormFacts } from './issue-form.facts.js';
import { IssueFormsController } from './issue-forms.controller.js';
import { IssueNoteFormsController } from './issue-note-forms.controller.js';
import { IssuePageFacts } from './issue-page.facts.js';
import { IssuePage } from './issue-page.js';
import { IssuePagesController } from './issue-pages.controller.js';
import { IssueTasksController } from './issue-tasks.controller.js';

@Module({
  imports: [
    ProjectsCoreModule,
    ProjectsStoresModule,
    RichTextModule,
    RenderingModule,
    IssuesModule,
    MilestonesModule,
    NotesModule,
  ],
  controllers: [IssuePagesController, IssueFormsController, IssueNoteFormsController, IssueTasksController],
  providers: [IssuePageFacts, IssueFormFacts, IssuePage, ToggleTask],
})
export class IssuePagesModule {}
