import { Module } from '@nestjs/common';
import type { ApiDeclaration } from '@hearth/http';
import { ApprovalRulesModule } from './approval-rules/approval-rules.module.js';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { BranchesModule } from './branches/branches.module.js';
import { ContributionsModule } from './contributions/contributions.module.js';
import { MergeRequestsCoreModule } from './core.module.js';
import { DiffsModule } from './diffs/diffs.module.js';
import { DraftNotesModule } from './draft-notes/draft-notes.module.js';
import * as jobs from './jobs.js';
import { RebasesModule } from './rebases/rebases.module.js';
import { ReactionsModule } from './reactions.module.js';
import { MergeRequestModule } from './merge-requests/merge-request.module.js';
import { MergesModule } from './merges/merges.module.js';
import { NotesModule } from './notes/notes.module.js';
import { MergeRequestPagesModule } from './pages/pages.module.js';
import { PipelinesModule } from './pipelines/pipelines.module.js';
import { ProviderModule } from './provider/provider.module.js';
import { PushOptionsModule } from './push-options/push-options.module.js';
import { QuickActionsModule } from './quick-actions/quick-actions.module.js';
import { ResourceEventsModule } from './resource-events/resource-events.module.js';
import { schema } from './schema.js';
import { TimeTrackingModule } from './time-tracking/time-tracking.module.js';

/** Merge requests with their changes, participants, notes and merges. */
@Module({
  imports: [
    MergeRequestsCoreModule,
    ApprovalRulesModule,
    ApprovalsModule,
    BranchesModule,
    ContributionsModule,
    DiffsModule,
    DraftNotesModule,
    ReactionsModule,
    RebasesModule,
    MergeRequestModule,
    MergesModule,
    NotesModule,
    MergeRequestPagesModule,
    PipelinesModule,
    ProviderModule,
    PushOptionsModule,
    QuickActionsModule,
    ResourceEventsModule,
    TimeTrackingModule,
  ],
})
export class MergeRequestsModule {
  /** Endpoints, for the gateways. */
  static readonly api: ApiDeclaration = {
    service: 'merge-requests',
    document: new URL('../openapi.generated.json', import.meta.url),
  };
  static readonly schema = schema;
  static readonly jobs = Object.values(jobs);
}
