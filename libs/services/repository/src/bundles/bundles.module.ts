import { Module } from '@nestjs/common';
import { ObjectsModule } from '@hearth/objects';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { clonesForBundle } from './bundle-settings.js';
import { CloneCounts } from './clone-counts.js';
import { MakeBundle } from './make.js';
import { OfferBundles } from './offer.js';
import { ServeBundle } from './serve.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, GitModule, ObjectsModule, StoragesModule],
  providers: [
    { provide: CloneCounts, useFactory: () => new CloneCounts(clonesForBundle()) },
    MakeBundle,
    OfferBundles,
    ServeBundle,
  ],
  exports: [OfferBundles, ServeBundle],
})
export class BundlesModule {}
