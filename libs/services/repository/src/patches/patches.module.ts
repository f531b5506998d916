import { Module } from '@nestjs/common';
import { CommitsModule } from '../commits/commits.module.js';
import { CompareModule } from '../compare/compare.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { PatchesController } from './patches.controller.js';
import { PatchesFacts } from './patches.facts.js';

@Module({
  imports: [RepositoryCoreModule, GitModule, CommitsModule, CompareModule],
  controllers: [PatchesController],
  providers: [PatchesFacts],
})
export class PatchesModule {}
