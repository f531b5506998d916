import { Module } from '@nestjs/common';
import { CiCoreModule } from './core.module.js';
import { CiStoresModule } from './stores.module.js';
import { OnAccessRevoked } from './events/on-access-revoked.js';
import { OnGroupDeleted } from './events/on-group-deleted.js';
import { OnMergeRequestCreated } from './events/on-merge-request-created.js';
import { OnMergeRequestUpdated } from './events/on-merge-request-updated.js';
import { OnProjectCreated } from './events/on-project-created.js';
import { OnProjectDeleted } from './events/on-project-deleted.js';
import { OnProjectUpdated } from './events/on-project-updated.js';
import { OnRefUpdated } from './events/on-ref-updated.js';
import { OnUserDeleted } from './events/on-user-deleted.js';

@Module({
  imports: [CiCoreModule, CiStoresModule],
  controllers: [
    OnAccessRevoked,
    OnGroupDeleted,
    OnMergeRequestCreated,
    OnMergeRequestUpdated,
    OnProjectCreated,
    OnProjectUpdated,
    OnProjectDeleted,
    OnRefUpdated,
    OnUserDeleted,
  ],
})
export class ReactionsModule {}
