import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { HookDeliveriesModule } from '../hook-deliveries/hook-deliveries.module.js';
import { SetStorageLimit } from '../repositories/set-storage-limit.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { ClaimUserNamespace } from './claim.js';
import { NamespaceFacts } from './namespace.facts.js';
import { NamespacesController } from './namespaces.controller.js';
import { ReleaseUser } from './release.js';
import { RemoveNamespace } from './remove.js';
import { RenameUserNamespace } from './rename.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, HookDeliveriesModule],
  controllers: [NamespacesController],
  providers: [RenameUserNamespace, ReleaseUser, RemoveNamespace, NamespaceFacts, ClaimUserNamespace, SetStorageLimit],
  exports: [RemoveNamespace, ReleaseUser, ClaimUserNamespace, RenameUserNamespace, NamespaceFacts, SetStorageLimit],
})
export class NamespacesModule {}
