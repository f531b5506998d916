import { Module } from '@nestjs/common';
import { WaitingRequests } from '@hearth/service';
import { ArtifactStorageModule } from '../artifacts/artifact-storage.module.js';
import { BuildChangesModule } from '../builds/build-changes.module.js';
import { CiCoreModule } from '../core.module.js';
import { AdvanceModule } from '../pipelines/advance.module.js';
import { CiStoresModule } from '../stores.module.js';
import { TracesModule } from '../traces/traces.module.js';
import { AuthenticateJob } from './authenticate.js';
import { AwaitJob } from './await-job.js';
import { BuildQueue } from './build-queue.js';
import { IdTokenFacts } from './id-tokens.facts.js';
import { JobPayloadFacts } from './job-payload.facts.js';
import { JobRequestsController } from './job-requests.controller.js';
import { JobUserFacts } from './job-user.facts.js';
import { OtherJobsFacts } from './other-jobs.facts.js';
import { ReportJob } from './report.js';
import { RunnerLimits } from './runner-limits.js';
import { TakeJob } from './take.js';
import { WaitingRunners } from './waiting-runners.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, ArtifactStorageModule, BuildChangesModule, AdvanceModule, TracesModule],
  controllers: [JobRequestsController],
  providers: [
    BuildQueue,
    { provide: WaitingRequests, useExisting: BuildQueue },
    WaitingRunners,
    TakeJob,
    AwaitJob,
    JobPayloadFacts,
    IdTokenFacts,
    JobUserFacts,
    OtherJobsFacts,
    AuthenticateJob,
    ReportJob,
    { provide: RunnerLimits, useFactory: () => RunnerLimits.fromEnvironment() },
  ],
  exports: [AuthenticateJob, JobPayloadFacts, JobUserFacts],
})
export class JobRequestsModule {}
