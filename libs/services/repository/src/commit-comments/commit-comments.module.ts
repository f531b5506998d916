import { Module } from '@nestjs/common';
import { CommitsModule } from '../commits/commits.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { CommitCommentFormController } from './commit-comment-form.controller.js';
import { CommitCommentsController } from './commit-comments.controller.js';
import { CreateCommitComment } from './create.js';
import { RemoveCommentAuthor } from './remove-author.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, CommitsModule],
  controllers: [CommitCommentsController, CommitCommentFormController],
  providers: [CreateCommitComment, RemoveCommentAuthor],
  exports: [CreateCommitComment, RemoveCommentAuthor],
})
export class CommitCommentsModule {}
