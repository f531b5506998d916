import { Module } from '@nestjs/common';
import { BranchesModule } from '../branches/branches.module.js';
import { CommitCommentsModule } from '../commit-comments/commit-comments.module.js';
import { ContributorsModule } from '../contributors/contributors.module.js';
import { RepositoryCoreModule } from '../core.module.js';
import { ForksModule } from '../forks/forks.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { ClearRepositoryWorker } from './clear-repository.js';
import { CountContributorsWorker } from './count-contributors.js';
import { ForkRepositoryWorker } from './fork-repository.js';
import { ImportRepositoryWorker } from './import-repository.js';
import { MakeRepositoryWorker } from './make-repository.js';
import { MeasureRepositoryWorker } from './measure-repository.js';
import { RemoveCommentAuthorWorker } from './remove-comment-author.js';
import { PruneRepositoryWorker, RepackRepositoryWorker } from './upkeep-workers.js';

@Module({
  imports: [
    RepositoryCoreModule,
    BranchesModule,
    CommitCommentsModule,
    ContributorsModule,
    ForksModule,
    ImportsModule,
    RepositoriesModule,
    StatisticsModule,
  ],
  providers: [
    RemoveCommentAuthorWorker,
    CountContributorsWorker,
    ForkRepositoryWorker,
    MakeRepositoryWorker,
    ClearRepositoryWorker,
    ImportRepositoryWorker,
    MeasureRepositoryWorker,
    RepackRepositoryWorker,
    PruneRepositoryWorker,
  ],
})
export class JobsModule {}
