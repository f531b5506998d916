import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { TreeController } from './tree.controller.js';
import { TreeFacts } from './tree.facts.js';

@Module({
  imports: [RepositoryCoreModule, GitModule, RepositoriesModule],
  controllers: [TreeController],
  providers: [TreeFacts],
})
export class TreeModule {}
