import { Module } from '@nestjs/common';
import { CommitCommentsFacts } from '../commit-comments/commit-comments.facts.js';
import { RepositoryCoreModule } from '../core.module.js';
import { CopiesModule } from '../copies/copies.module.js';
import { GitModule } from '../git/git.module.js';
import { PushChecksModule } from '../git-http/push-checks.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { RepositoryPagesModule } from '../pages/pages.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { ApplyActions } from './apply-actions.js';
import { ApplyCommit } from './apply-commit.js';
import { CommitPagesController } from './commit-pages.controller.js';
import { CommitPagesFacts } from './commit-pages.facts.js';
import { CommitWritesController } from './commit-writes.controller.js';
import { CommitSignatureFacts } from './commit-signature.facts.js';
import { CommitsController } from './commits.controller.js';
import { CommitsFacts } from './commits.facts.js';
import { CreateCommit } from './create.js';
import { FindStart } from './find-start.js';
import { ReplaceLines } from './replace-lines.js';

@Module({
  imports: [
    RepositoryCoreModule,
    CopiesModule,
    RepositoryStoresModule,
    GitModule,
    JournalModule,
    PushChecksModule,
    RepositoriesModule,
    RepositoryPagesModule,
  ],
  controllers: [CommitsController, CommitWritesController, CommitPagesController],
  providers: [
    CommitsFacts,
    CommitCommentsFacts,
    CommitSignatureFacts,
    CommitPagesFacts,
    ApplyActions,
    FindStart,
    CreateCommit,
    ApplyCommit,
    ReplaceLines,
  ],
  exports: [CommitsFacts, CommitCommentsFacts, CreateCommit, ReplaceLines],
})
export class CommitsModule {}
