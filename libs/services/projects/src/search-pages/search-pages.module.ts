import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { SearchModule } from '../search/search.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { SearchPageFacts } from './search-page.facts.js';
import { SearchPagesController } from './search-pages.controller.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, GroupsModule, RenderingModule, SearchModule],
  controllers: [SearchPagesController],
  providers: [SearchPageFacts],
})
export class SearchPagesModule {}
