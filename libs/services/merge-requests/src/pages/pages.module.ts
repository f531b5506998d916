import { Module } from '@nestjs/common';
import { PagesModule, RichTextModule } from '@hearth/pages';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CollaborationsModule } from '../collaborations/collaborations.module.js';
import { MergeRequestsCoreModule } from '../core.module.js';
import { CommitsPageController } from '../diffs/commits-page.controller.js';
import { OwnMergeRequestsController } from '../dashboard-pages/own-merge-requests.controller.js';
import { DraftFormsController } from '../draft-notes/draft-forms.controller.js';
import { DraftNotesModule } from '../draft-notes/draft-notes.module.js';
import { DiffsModule } from '../diffs/diffs.module.js';
import { PatchPagesController } from '../diffs/patch-pages.controller.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { RebasesModule } from '../rebases/rebases.module.js';
import { DiffPage } from '../reviews/diff-page.js';
import { DiffPageFacts } from '../reviews/diff-page.facts.js';
import { LinePositionFacts } from '../reviews/line-position.facts.js';
import { MarkViewed } from '../reviews/mark-viewed.js';
import { ReviewsController } from '../reviews/reviews.controller.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { SuggestionFormsController } from '../suggestions/suggestion-forms.controller.js';
import { SuggestionsModule } from '../suggestions/suggestions.module.js';
import { CommentFormsController } from './comment-forms.controller.js';
import { DescriptionTemplatesFacts } from '../description-templates/description-templates.facts.js';
import { EditPagesController } from './edit-pages.controller.js';
import { MergeFormsController } from './merge-forms.controller.js';
import { MergeRequestPage } from './merge-request-page.js';
import { MergeRequestPagesController } from './merge-request-pages.controller.js';
import { NewPageController } from './new-page.controller.js';
import { NoteFormsController } from './note-forms.controller.js';
import { PageRenderer } from './page-renderer.js';
import { PlannedFieldsFacts } from './planned-fields.facts.js';
import { ServicePageController } from './service-page.controller.js';
import { SourcedMergeRequestFacts } from './sourced-merge-request.facts.js';
import { TaskFormController } from './task-form.controller.js';

@Module({
  imports: [
    ...[PagesModule, RichTextModule, MergeRequestsCoreModule, MergeRequestsStoresModule, DiffsModule],
    ...[ApprovalsModule, MergeRequestModule, MergesModule, NotesModule, RebasesModule],
    ...[SuggestionsModule, DraftNotesModule, CollaborationsModule],
  ],
  controllers: [
    MergeRequestPagesController,
    PatchPagesController,
    CommentFormsController,
    MergeFormsController,
    EditPagesController,
    NewPageController,
    CommitsPageController,
    ReviewsController,
    ServicePageController,
    NoteFormsController,
    DraftFormsController,
    SuggestionFormsController,
    OwnMergeRequestsController,
    TaskFormController,
  ],
  providers: [
    ...[PageRenderer, SourcedMergeRequestFacts, MergeRequestPage, DiffPage, DiffPageFacts, LinePositionFacts],
    ...[MarkViewed, PlannedFieldsFacts, DescriptionTemplatesFacts],
  ],
})
export class MergeRequestPagesModule {}
