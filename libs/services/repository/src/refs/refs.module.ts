import { Module } from '@nestjs/common';
import { CopiesModule } from '../copies/copies.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { HiddenRefs } from './hidden-refs.js';
import { KeepAround } from './keep-around.js';
import { RefsFacts } from './refs.facts.js';
import { SyncMergeRequestHead } from './sync-merge-request-head.js';

@Module({
  imports: [RepositoryCoreModule, CopiesModule, RepositoryStoresModule, GitModule, JournalModule, RepositoriesModule],
  providers: [RefsFacts, HiddenRefs, KeepAround, SyncMergeRequestHead],
  exports: [RefsFacts, HiddenRefs, KeepAround, SyncMergeRequestHead],
})
export class RefsModule {}
