import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { ProtectedTagsModule } from '../protected-tags/protected-tags.module.js';
import { ReleasesModule } from '../releases/releases.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { ChangeLinks } from './change-links.js';
import { CreateReleaseLink } from './create.js';
import { DeleteReleaseLink } from './delete.js';
import { ReleaseLinksController } from './release-links.controller.js';
import { UpdateReleaseLink } from './update.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, ReleasesModule, ProtectedTagsModule],
  controllers: [ReleaseLinksController],
  providers: [ChangeLinks, CreateReleaseLink, UpdateReleaseLink, DeleteReleaseLink],
})
export class ReleaseLinksModule {}
