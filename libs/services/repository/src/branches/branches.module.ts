import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { RepositoryPagesModule } from '../pages/pages.module.js';
import { ProtectionModule } from '../protection/protection.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { BranchPagesController } from './branch-pages.controller.js';
import { BranchProtectionController } from './branch-protection.controller.js';
import { BranchesController } from './branches.controller.js';
import { BranchesFacts } from './branches.facts.js';
import { CreateBranch } from './create.js';
import { DeleteMergedBranches } from './delete-merged.js';
import { DeleteBranch } from './delete.js';
import { InitializeRepository } from './initialize.js';
import { MakeRepository } from './make-repository.js';
import { SetDefaultBranch } from './set-default.js';

@Module({
  imports: [
    RepositoryCoreModule,
    RepositoryStoresModule,
    GitModule,
    JournalModule,
    ProtectionModule,
    RepositoriesModule,
    RepositoryPagesModule,
    StoragesModule,
  ],
  controllers: [BranchesController, BranchProtectionController, BranchPagesController],
  providers: [
    BranchesFacts,
    SetDefaultBranch,
    CreateBranch,
    DeleteBranch,
    DeleteMergedBranches,
    InitializeRepository,
    MakeRepository,
  ],
  exports: [SetDefaultBranch, InitializeRepository],
})
export class BranchesModule {}
