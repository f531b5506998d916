import { Module } from '@nestjs/common';
import { CommitsModule } from '../commits/commits.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { AddChangelog } from './add.js';
import { ChangelogText } from './changelog-text.js';
import { ChangelogThreads } from './changelog-threads.js';
import { ChangelogFacts } from './changelog.facts.js';
import { ChangelogsController } from './changelogs.controller.js';

@Module({
  imports: [RepositoryCoreModule, GitModule, RepositoriesModule, CommitsModule],
  controllers: [ChangelogsController],
  providers: [ChangelogText, ChangelogThreads, ChangelogFacts, AddChangelog],
})
export class ChangelogsModule {}
