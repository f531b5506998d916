import { Module } from '@nestjs/common';
import { CopiesModule } from '../copies/copies.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { LfsModule } from '../lfs/lfs.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { CloneSource } from './clone-source.js';
import { ForkRepository } from './fork.js';

@Module({
  imports: [
    RepositoryCoreModule,
    CopiesModule,
    RepositoryStoresModule,
    GitModule,
    JournalModule,
    LfsModule,
    RepositoriesModule,
    StoragesModule,
  ],
  providers: [CloneSource, ForkRepository],
  exports: [ForkRepository],
})
export class ForksModule {}
