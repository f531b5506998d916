import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { MergeRequestSearchFacts } from './merge-request-search.facts.js';
import { RepositorySearchFacts } from './repository-search.facts.js';
import { DashedSearchWithinController, SearchController, SearchWithinController } from './search.controller.js';
import { SearchFacts } from './search.facts.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, IssuesModule, ProjectModule],
  controllers: [SearchController, SearchWithinController, DashedSearchWithinController],
  providers: [SearchFacts, MergeRequestSearchFacts, RepositorySearchFacts],
  exports: [SearchFacts, MergeRequestSearchFacts, RepositorySearchFacts],
})
export class SearchModule {}
