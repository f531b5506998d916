import { Module } from '@nestjs/common';
import { IdentityCoreModule } from './core.module.js';
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
    ...[OnCiAuditRecorded, OnMergeRequestsAuditRecorded, OnProjectDeleted],
  ],
})
export class ReactionsModule {}
