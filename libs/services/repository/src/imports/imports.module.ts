import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { CopyRemote } from './copy-remote.js';
import { ImportRepository } from './import.js';

@Module({
  imports: [RepositoryCoreModule, GitModule, JournalModule, RepositoriesModule, StoragesModule],
  providers: [CopyRemote, ImportRepository],
  exports: [ImportRepository],
})
export class ImportsModule {}
