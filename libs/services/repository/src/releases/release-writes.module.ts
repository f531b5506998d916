import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { WriteRelease } from './write-release.js';

/** The write that releases and tags share. */
@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, GitModule, RepositoriesModule],
  providers: [WriteRelease],
  exports: [WriteRelease],
})
export class ReleaseWritesModule {}
