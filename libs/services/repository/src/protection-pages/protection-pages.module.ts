import { Module } from '@nestjs/common';
import { RepositoryPagesModule } from '../pages/pages.module.js';
import { ProtectedTagsModule } from '../protected-tags/protected-tags.module.js';
import { ProtectionModule } from '../protection/protection.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { ProtectedBranchPagesController } from './protected-branch-pages.controller.js';
import { ProtectedTagPagesController } from './protected-tag-pages.controller.js';

/** Pages of protected branches and tags. */
@Module({
  imports: [RepositoryPagesModule, RepositoriesModule, ProtectionModule, ProtectedTagsModule],
  controllers: [ProtectedBranchPagesController, ProtectedTagPagesController],
})
export class ProtectionPagesModule {}
