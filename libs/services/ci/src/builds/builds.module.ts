import { forwardRef, Module } from '@nestjs/common';
import { CiCoreModule } from '../core.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { CiStoresModule } from '../stores.module.js';
import { TracesModule } from '../traces/traces.module.js';
import { BuildAccessFacts } from './build-access.facts.js';
import { BuildFacts } from './build.facts.js';
import { BuildsController } from './builds.controller.js';
import { CancelJob } from './cancel.js';
import { FailStuckJobs } from './fail-stuck.js';
import { FinishJob } from './finish.js';
import { HoldBuild } from './hold.js';
import { PlayJob } from './play.js';
import { RerunJob } from './rerun.js';
import { RetryJob } from './retry.js';

@Module({
  imports: [CiCoreModule, CiStoresModule, forwardRef(() => PipelinesModule), forwardRef(() => TracesModule)],
  controllers: [BuildsController],
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
  ],
  exports: [BuildAccessFacts, BuildFacts, HoldBuild, FinishJob, PlayJob, FailStuckJobs],
})
export class BuildsModule {}
