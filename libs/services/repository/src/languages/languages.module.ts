import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { LanguagesController } from './languages.controller.js';
import { LanguagesFacts } from './languages.facts.js';

@Module({
  imports: [RepositoryCoreModule, GitModule, RepositoriesModule],
  controllers: [LanguagesController],
  providers: [LanguagesFacts],
  exports: [LanguagesFacts],
})
export class LanguagesModule {}
