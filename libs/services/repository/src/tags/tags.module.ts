import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { RepositoryPagesModule } from '../pages/pages.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { ProtectedTagsModule } from '../protected-tags/protected-tags.module.js';
import { ReleaseWritesModule } from '../releases/release-writes.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { CreateTag } from './create.js';
import { DeleteTag } from './delete.js';
import { TagPagesController } from './tag-pages.controller.js';
import { TagsController } from './tags.controller.js';
import { TagsFacts } from './tags.facts.js';

@Module({
  imports: [
    RepositoryCoreModule,
    RepositoryStoresModule,
    GitModule,
    JournalModule,
    RepositoriesModule,
    RepositoryPagesModule,
    ReleaseWritesModule,
    ProtectedTagsModule,
  ],
  controllers: [TagsController, TagPagesController],
  providers: [TagsFacts, CreateTag, DeleteTag],
  exports: [CreateTag],
})
export class TagsModule {}
