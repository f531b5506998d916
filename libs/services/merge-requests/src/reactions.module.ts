import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from './core.module.js';
import { MergeRequestsStoresModule } from './stores.module.js';
import { OnAccessRevoked } from './events/on-access-revoked.js';
import { OnForkUnlinked } from './events/on-fork-unlinked.js';
import { OnGroupDeleted } from './events/on-group-deleted.js';
import { OnLabelDeleted } from './events/on-label-deleted.js';
import { OnLabelUpdated } from './events/on-label-updated.js';
import { OnMergeRequestMentioned } from './events/on-mentioned.js';
import { OnMilestoneDeleted } from './events/on-milestone-deleted.js';
import { OnMilestoneUpdated } from './events/on-milestone-updated.js';
import { OnPipelineFinished } from './events/on-pipeline-finished.js';
import { OnProjectDeleted } from './events/on-project-deleted.js';
import { OnProjectUpdated } from './events/on-project-updated.js';
import { OnRefUpdated } from './events/on-ref-updated.js';
import { OnUserDeleted } from './events/on-user-deleted.js';
import { OnUserUpdated } from './events/on-user-updated.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule],
  controllers: [
    OnProjectUpdated,
    OnLabelUpdated,
    OnLabelDeleted,
    OnMilestoneUpdated,
    OnMilestoneDeleted,
    OnRefUpdated,
    OnPipelineFinished,
    OnForkUnlinked,
    OnProjectDeleted,
    OnGroupDeleted,
    OnUserDeleted,
    OnUserUpdated,
    OnAccessRevoked,
    OnMergeRequestMentioned,
  ],
})
export class ReactionsModule {}
