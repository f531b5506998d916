import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { IssueTemplatesController, MergeRequestTemplatesController } from './templates.controller.js';
import { TemplatesFacts } from './templates.facts.js';

@Module({
  imports: [RepositoryCoreModule, GitModule, RepositoriesModule],
  controllers: [IssueTemplatesController, MergeRequestTemplatesController],
  providers: [TemplatesFacts],
})
export class TemplatesModule {}
