import { Module } from '@nestjs/common';
import { IdentityCoreModule } from './core.module.js';
import { RemoveCredentials } from './credential-holders/remove-credentials.js';
import { OnGroupDeleted } from './events/on-group-deleted.js';
import { OnProjectDeleted } from './events/on-project-deleted.js';
import { IdentityStoresModule } from './stores.module.js';
import {
  OnCiAuditRecorded,
  OnMergeRequestsAuditRecorded,
  OnIdentityAuditRecorded,
  OnProjectsAuditRecorded,
  OnRepositoryAuditRecorded,
} from './events/on-audit-recorded.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  controllers: [
    ...[OnIdentityAuditRecorded, OnProjectsAuditRecorded, OnRepositoryAuditRecorded],
    ...[OnCiAuditRecorded, OnMergeRequestsAuditRecorded, OnGroupDeleted, OnProjectDeleted],
  ],
  providers: [RemoveCredentials],
})
export class ReactionsModule {}
