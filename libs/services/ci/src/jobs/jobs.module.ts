import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { BuildsModule } from '../builds/builds.module.js';
import { CiCoreModule } from '../core.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { SchedulesModule } from '../schedules/schedules.module.js';
import { TracesModule } from '../traces/traces.module.js';
import { VariablesModule } from '../variables/variables.module.js';
import { SweepTracesWorker } from './archive-traces.js';
import { ClearGroupWorker } from './clear-group.js';
import { ClearProjectWorker } from './clear-project.js';
import { CreatePushPipelineWorker } from './create-push-pipeline.js';
import { SweepStuckJobsWorker } from './fail-stuck-jobs.js';
import { KeepCommitWorker } from './keep-commit.js';
import { ReleaseUserWorker } from './release-user.js';
import { RunDueSchedulesWorker } from './run-due-schedules.js';
import { RunScheduleWorker } from './run-schedule.js';
import { SweepArtifactsWorker } from './sweep-artifacts.js';

@Module({
  imports: [
    CiCoreModule,
    ArtifactsModule,
    BuildsModule,
    PipelinesModule,
    SchedulesModule,
    TracesModule,
    VariablesModule,
  ],
  providers: [
    RunDueSchedulesWorker,
    RunScheduleWorker,
    ClearGroupWorker,
    ClearProjectWorker,
    CreatePushPipelineWorker,
    KeepCommitWorker,
    SweepStuckJobsWorker,
    ReleaseUserWorker,
    SweepArtifactsWorker,
    SweepTracesWorker,
  ],
})
export class JobsModule {}
