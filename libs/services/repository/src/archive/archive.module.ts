import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { ArchiveController } from './archive.controller.js';
import { ArchiveFacts } from './archive.facts.js';

@Module({
  imports: [RepositoryCoreModule, GitModule, RepositoriesModule],
  controllers: [ArchiveController],
  providers: [ArchiveFacts],
})
export class ArchiveModule {}
