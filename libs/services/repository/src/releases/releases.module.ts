import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { ProtectedTagsModule } from '../protected-tags/protected-tags.module.js';
import { RepositoryPagesModule } from '../pages/pages.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { CreateRelease } from './create.js';
import { DeleteRelease } from './delete.js';
import { GroupReleasesController } from './group-releases.controller.js';
import { GroupReleasesFacts } from './group-releases.facts.js';
import { ReleaseMilestonesFacts } from './release-milestones.facts.js';
import { ReleasePagesController } from './release-pages.controller.js';
import { ReleaseWritesModule } from './release-writes.module.js';
import { ReleasesController } from './releases.controller.js';
import { ReleasesFacts } from './releases.facts.js';
import { RemoveReleaseAuthor } from './remove-author.js';
import { UpdateRelease } from './update.js';

@Module({
  imports: [
    RepositoryCoreModule,
    RepositoryStoresModule,
    GitModule,
    RepositoriesModule,
    RepositoryPagesModule,
    TagsModule,
    ReleaseWritesModule,
    ProtectedTagsModule,
  ],
  controllers: [ReleasesController, GroupReleasesController, ReleasePagesController],
  providers: [
    ...[ReleasesFacts, GroupReleasesFacts, ReleaseMilestonesFacts],
    ...[CreateRelease, UpdateRelease, DeleteRelease, RemoveReleaseAuthor],
  ],
  exports: [ReleasesFacts],
})
export class ReleasesModule {}
