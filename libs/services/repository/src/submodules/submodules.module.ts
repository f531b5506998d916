import { Module } from '@nestjs/common';
import { CommitsModule } from '../commits/commits.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { PushChecksModule } from '../git-http/push-checks.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { SubmodulesController } from './submodules.controller.js';
import { UpdateSubmodule } from './update.js';

@Module({
  imports: [RepositoryCoreModule, GitModule, JournalModule, PushChecksModule, CommitsModule],
  controllers: [SubmodulesController],
  providers: [UpdateSubmodule],
})
export class SubmodulesModule {}
