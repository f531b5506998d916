import { Module } from '@nestjs/common';
import { CommitCommentsModule } from '../commit-comments/commit-comments.module.js';
import { CommitsModule } from '../commits/commits.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { CommitDiscussionsController } from './commit-discussions.controller.js';
import { CommitDiscussionsFacts } from './commit-discussions.facts.js';
import { DeleteCommitNote } from './delete-note.js';
import { UpdateCommitNote } from './update-note.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, CommitCommentsModule, CommitsModule],
  controllers: [CommitDiscussionsController],
  providers: [CommitDiscussionsFacts, UpdateCommitNote, DeleteCommitNote],
})
export class CommitDiscussionsModule {}
