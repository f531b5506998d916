import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { ProtectBranch } from './protect.js';
import { ProtectedBranchesController } from './protected-branches.controller.js';
import { ProtectedBranchesFacts } from './protected-branches.facts.js';
import { UpdateProtectedBranch } from './update.js';
import { UnprotectBranch } from './unprotect.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, RepositoriesModule],
  controllers: [ProtectedBranchesController],
  providers: [ProtectedBranchesFacts, ProtectBranch, UpdateProtectedBranch, UnprotectBranch],
  exports: [ProtectedBranchesFacts, ProtectBranch, UpdateProtectedBranch, UnprotectBranch],
})
export class ProtectionModule {}
