import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoryPagesModule } from '../pages/pages.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { FindFileFacts } from './find-file.facts.js';
import { FindFilePagesController } from './find-file-pages.controller.js';
import { TreeController } from './tree.controller.js';
import { TreeFacts } from './tree.facts.js';
import { TreePagesController } from './tree-pages.controller.js';
import { TreePagesFacts } from './tree-pages.facts.js';

@Module({
  imports: [RepositoryCoreModule, GitModule, RepositoriesModule, RepositoryPagesModule],
  controllers: [TreeController, TreePagesController, FindFilePagesController],
  providers: [TreeFacts, TreePagesFacts, FindFileFacts],
})
export class TreeModule {}
