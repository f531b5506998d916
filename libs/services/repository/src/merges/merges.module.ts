import { Module } from '@nestjs/common';
import { CopiesModule } from '../copies/copies.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { GitHttpModule } from '../git-http/git-http.module.js';
import { GitModule } from '../git/git.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { RefsModule } from '../refs/refs.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { DeleteMergedBranch } from './delete-merged-branch.js';
import { Merge } from './merge.js';
import { Rebase } from './rebase.js';
import { PrepareMerge } from './prepare-merge.js';
import { TryMerge } from './try-merge.js';

@Module({
  imports: [
    RepositoryCoreModule,
    CopiesModule,
    GitModule,
    GitHttpModule,
    JournalModule,
    RefsModule,
    RepositoriesModule,
    StoragesModule,
  ],
  providers: [Merge, DeleteMergedBranch, PrepareMerge, Rebase, TryMerge],
  exports: [Merge, DeleteMergedBranch, PrepareMerge, Rebase, TryMerge],
})
export class MergesModule {}
