import { Module } from '@nestjs/common';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { CodeSearchFacts } from './code-search.facts.js';

@Module({
  imports: [GitModule, RepositoriesModule],
  providers: [CodeSearchFacts],
  exports: [CodeSearchFacts],
})
export class CodeSearchModule {}
