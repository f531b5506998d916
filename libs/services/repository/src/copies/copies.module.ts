import { Module } from '@nestjs/common';
import { ServiceMap } from '@hearth/calls';
import { ProcessTls, Signer } from '@hearth/secrets';
import { InternalRoutes } from '@hearth/service';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { GitHttpModule } from '../git-http/git-http.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { Storages } from '../storages/storages.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { CopyGauges } from './copy-gauges.js';
import { CopyRoutes } from './copy-routes.js';
import { CopyRepository } from './copy-repository.js';
import { FollowRepository } from './follow-repository.js';
import { OriginFacts } from './origin.facts.js';
import { OtherRepositories } from './other-repositories.js';
import { PlaceCopies } from './place-copies.js';
import { RemoveCopy } from './remove-copy.js';
import { WantCopies } from './want-copies.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, GitModule, GitHttpModule, RepositoriesModule, StoragesModule],
  providers: [
    CopyGauges,
    {
      provide: OriginFacts,
      inject: [Storages, Signer, ProcessTls, { token: ServiceMap, optional: true }],
      useFactory: (...parts: ConstructorParameters<typeof OriginFacts>) => new OriginFacts(...parts),
    },
    OtherRepositories,
    CopyRepository,
    FollowRepository,
    PlaceCopies,
    RemoveCopy,
    WantCopies,
    { provide: InternalRoutes, useClass: CopyRoutes },
  ],
  exports: [OriginFacts, OtherRepositories, CopyRepository, FollowRepository, PlaceCopies],
})
export class CopiesModule {}
