import { Module } from '@nestjs/common';
import { IdentityCoreModule } from './core.module.js';
import { IdentityStoresModule } from './stores.module.js';
import {
  OnCiAuditRecorded,
  OnIdentityAuditRecorded,
  OnProjectsAuditRecorded,
  OnRepositoryAuditRecorded,
} from './events/on-audit-recorded.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  controllers: [OnIdentityAuditRecorded, OnProjectsAuditRecorded, OnRepositoryAuditRecorded, OnCiAuditRecorded],
})
export class ReactionsModule {}
