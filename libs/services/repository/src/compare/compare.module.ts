import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoryPagesModule } from '../pages/pages.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { ComparePagesController } from './compare-pages.controller.js';
import { CompareController } from './compare.controller.js';
import { CompareFacts } from './compare.facts.js';

@Module({
  imports: [RepositoryCoreModule, GitModule, RepositoriesModule, RepositoryPagesModule],
  controllers: [CompareController, ComparePagesController],
  providers: [CompareFacts],
  exports: [CompareFacts],
})
export class CompareModule {}
