import { Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { AdvanceModule } from '../pipelines/advance.module.js';
import { CiStoresModule } from '../stores.module.js';
import { CoverageModule } from '../traces/coverage.module.js';
import { ArtifactStorageModule } from '../artifacts/artifact-storage.module.js';
import { ReportedVariablesFacts } from '../artifacts/reported-variables.facts.js';
import { BuildAccessFacts } from './build-access.facts.js';
import { BuildFacts } from './build.facts.js';
import { CancelJob } from './cancel.js';
import { FailStuckJobs } from './fail-stuck.js';
import { FinishJob } from './finish.js';
import { HoldBuild } from './hold.js';
import { PlayJob } from './play.js';
import { RerunJob } from './rerun.js';
import { RetryJob } from './retry.js';
import { StartDelayedJobs } from './start-delayed.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, AdvanceModule, ArtifactStorageModule, CoverageModule],
  providers: [
    BuildFacts,
    BuildAccessFacts,
    HoldBuild,
    CancelJob,
    RetryJob,
    RerunJob,
    PlayJob,
    FinishJob,
    FailStuckJobs,
    StartDelayedJobs,
    ReportedVariablesFacts,
  ],
  exports: [BuildFacts, BuildAccessFacts, HoldBuild, CancelJob, RetryJob, RerunJob, PlayJob, FinishJob, FailStuckJobs],
})
export class BuildChangesModule {}
