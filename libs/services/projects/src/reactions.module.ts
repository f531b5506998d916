import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from './core.module.js';
import { HookDeliveriesModule } from './hook-deliveries/hook-deliveries.module.js';
import { NamespacesModule } from './namespaces/namespaces.module.js';
import { TodosModule } from './todos/todos.module.js';
import { ProjectsStoresModule } from './stores.module.js';
import { OnArtifactsMeasured } from './events/ci/on-artifacts-measured.js';
import { OnCommitCommented } from './events/on-commit-commented.js';
import { OnDefaultBranchChanged } from './events/on-default-branch-changed.js';
import { OnDeploymentCreated } from './events/ci/on-deployment-created.js';
import { OnForkProgressed } from './events/on-fork-progressed.js';
import { OnImportProgressed } from './events/on-import-progressed.js';
import { OnIssueSaved } from './events/on-issue-saved.js';
import { OnIssuesMentioned } from './events/on-issues-mentioned.js';
import { OnJobsUpdated } from './events/ci/on-jobs-updated.js';
import { OnHeadPipelineFinished } from './events/on-head-pipeline-finished.js';
import { OnMergeRequestCreated } from './events/on-merge-request-created.js';
import { OnMergeRequestMerged } from './events/on-merge-request-merged.js';
import { OnMergeRequestNoteSaved } from './events/on-merge-request-note-saved.js';
import { OnMergeRequestUpdated } from './events/on-merge-request-updated.js';
import { OnNoteSaved } from './events/on-note-saved.js';
import { OnPipelineUpdated } from './events/ci/on-pipeline-updated.js';
import { OnIdentityAuditRecorded, OnProjectsAuditRecorded } from './events/on-audit-recorded.js';
import { OnProjectCreated } from './events/on-project-created.js';
import { OnRefUpdated } from './events/on-ref-updated.js';
import { OnReleaseCreated } from './events/on-release-created.js';
import { OnReleaseUpdated } from './events/on-release-updated.js';
import { OnLfsMeasured } from './events/on-lfs-measured.js';
import { OnStatisticsMeasured } from './events/on-statistics-measured.js';
import { OnSshKeyChanged } from './events/identity/on-ssh-key-changed.js';
import { OnUserDeleted } from './events/identity/on-user-deleted.js';
import { OnReviewPublished } from './events/on-review-published.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { OnUserUpdated } from './events/identity/on-user-updated.js';

@Module({
  imports: [
    ProjectsCoreModule,
    ProjectsStoresModule,
    NamespacesModule,
    HookDeliveriesModule,
    NotificationsModule,
    TodosModule,
  ],
  controllers: [
    OnForkProgressed,
    OnRefUpdated,
    OnReleaseCreated,
    OnReleaseUpdated,
    OnDefaultBranchChanged,
    OnImportProgressed,
    OnIssueSaved,
    OnNoteSaved,
    OnPipelineUpdated,
    OnJobsUpdated,
    OnDeploymentCreated,
    OnHeadPipelineFinished,
    OnMergeRequestCreated,
    OnMergeRequestUpdated,
    OnMergeRequestMerged,
    OnMergeRequestNoteSaved,
    OnReviewPublished,
    OnCommitCommented,
    OnIssuesMentioned,
    OnSshKeyChanged,
    OnUserUpdated,
    OnUserDeleted,
    OnStatisticsMeasured,
    OnArtifactsMeasured,
    OnLfsMeasured,
    OnProjectCreated,
    OnIdentityAuditRecorded,
    OnProjectsAuditRecorded,
  ],
})
export class ReactionsModule {}
