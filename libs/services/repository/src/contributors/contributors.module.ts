import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { ContributorsController } from './contributors.controller.js';
import { ContributorsFacts } from './contributors.facts.js';
import { CountContributors } from './count.js';
import { RequestCount } from './request-count.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, GitModule, RepositoriesModule],
  controllers: [ContributorsController],
  providers: [ContributorsFacts, CountContributors, RequestCount],
  exports: [RequestCount, ContributorsFacts],
})
export class ContributorsModule {}
