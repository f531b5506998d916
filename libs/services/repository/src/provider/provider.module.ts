import { Module } from '@nestjs/common';
import { BranchesModule } from '../branches/branches.module.js';
import { CodeSearchModule } from '../code-search/code-search.module.js';
import { CommitsModule } from '../commits/commits.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { FilesModule } from '../files/files.module.js';
import { GitModule } from '../git/git.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { RefsModule } from '../refs/refs.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StorageMovesModule } from '../storage-moves/storage-moves.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { CodeSearchProvider } from './code-search.provider.js';
import { CommitCommentsProvider } from './commit-comments.provider.js';
import { ComparisonsProvider } from './comparisons.provider.js';
import { FilesProvider } from './files.provider.js';
import { MergesProvider } from './merges.provider.js';
import { PushesProvider } from './pushes.provider.js';
import { RefsProvider } from './refs.provider.js';
import { ReleasesProvider } from './releases.provider.js';
import { RepositoryProvider } from './repository.provider.js';

@Module({
  imports: [
    RepositoryCoreModule,
    BranchesModule,
    CodeSearchModule,
    CommitsModule,
    FilesModule,
    GitModule,
    MergesModule,
    RefsModule,
    RepositoriesModule,
    StorageMovesModule,
    RepositoryStoresModule,
  ],
  controllers: [
    CodeSearchProvider,
    CommitCommentsProvider,
    ComparisonsProvider,
    FilesProvider,
    MergesProvider,
    PushesProvider,
    RefsProvider,
    ReleasesProvider,
    RepositoryProvider,
  ],
})
export class ProviderModule {}
