import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { ProtectTag } from './protect.js';
import { ProtectedTagsController } from './protected-tags.controller.js';
import { ProtectedTagsFacts } from './protected-tags.facts.js';
import { UnprotectTag } from './unprotect.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, RepositoriesModule],
  controllers: [ProtectedTagsController],
  providers: [ProtectedTagsFacts, ProtectTag, UnprotectTag],
  exports: [ProtectedTagsFacts, ProtectTag, UnprotectTag],
})
export class ProtectedTagsModule {}
