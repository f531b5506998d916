import { forwardRef, Module } from '@nestjs/common';
import { InternalRoutes } from '@hearth/service';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { GitHttpModule } from '../git-http/git-http.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { FailStorageMove } from '../storage-moves/fail.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { CopyLocks } from './copy-locks.js';
import { CopyRoutes } from './copy-routes.js';
import { FollowPrimary } from './follow-primary.js';
import { OriginFacts } from './origin.facts.js';
import { OtherRepositories } from './other-repositories.js';
import { RemoveCopy } from './remove-copy.js';

@Module({
  imports: [
    RepositoryCoreModule,
    RepositoryStoresModule,
    GitModule,
    forwardRef(() => GitHttpModule),
    RepositoriesModule,
    StoragesModule,
  ],
  providers: [
    CopyLocks,
    FailStorageMove,
    OriginFacts,
    OtherRepositories,
    FollowPrimary,
    RemoveCopy,
    { provide: InternalRoutes, useClass: CopyRoutes },
  ],
  exports: [OriginFacts, OtherRepositories, FollowPrimary, FailStorageMove],
})
export class CopiesModule {}
