import { Module } from '@nestjs/common';
import type { ApiDeclaration } from '@hearth/http';
import { ArtifactsModule } from './artifacts/artifacts.module.js';
import { BuildsModule } from './builds/builds.module.js';
import { CommitStatusesModule } from './commit-statuses/commit-statuses.module.js';
import { ConfigurationModule } from './configuration/configuration.module.js';
import { CiCoreModule } from './core.module.js';
import { DeploymentsModule } from './deployments/deployments.module.js';
import { EnvironmentsModule } from './environments/environments.module.js';
import { ReactionsModule } from './reactions.module.js';
import { JobRequestsModule } from './job-requests/job-requests.module.js';
import { SweepTraces } from './jobs/archive-traces.js';
import { ClearGroup } from './jobs/clear-group.js';
import { ClearProject } from './jobs/clear-project.js';
import { CreatePushPipeline } from './jobs/create-push-pipeline.js';
import { SweepStuckJobs } from './jobs/fail-stuck-jobs.js';
import { JobsModule } from './jobs/jobs.module.js';
import { KeepCommit } from './jobs/keep-commit.js';
import { ReleaseUser } from './jobs/release-user.js';
import { RunDueSchedules } from './jobs/run-due-schedules.js';
import { RunSchedule } from './jobs/run-schedule.js';
import { SweepArtifacts } from './jobs/sweep-artifacts.js';
import { PipelinesModule } from './pipelines/pipelines.module.js';
import { ProviderModule } from './provider/provider.module.js';
import { RunnersModule } from './runners/runners.module.js';
import { SchedulesModule } from './schedules/schedules.module.js';
import { schema } from './schema.js';
import { TracesModule } from './traces/traces.module.js';
import { TriggersModule } from './triggers/triggers.module.js';
import { VariablesModule } from './variables/variables.module.js';

/** Pipelines, their jobs, and the statuses of commits. */
@Module({
  imports: [
    CiCoreModule,
    ArtifactsModule,
    BuildsModule,
    CommitStatusesModule,
    ConfigurationModule,
    DeploymentsModule,
    EnvironmentsModule,
    ReactionsModule,
    JobRequestsModule,
    JobsModule,
    PipelinesModule,
    ProviderModule,
    RunnersModule,
    SchedulesModule,
    TracesModule,
    TriggersModule,
    VariablesModule,
  ],
})
export class CiModule {
  /** Endpoints, for the gateways. */
  static readonly api: ApiDeclaration = {
    service: 'ci',
    document: new URL('../openapi.generated.json', import.meta.url),
  };
  static readonly schema = schema;
  static readonly jobs = [
    RunDueSchedules,
    RunSchedule,
    ClearGroup,
    ClearProject,
    CreatePushPipeline,
    KeepCommit,
    ReleaseUser,
    SweepArtifacts,
    SweepStuckJobs,
    SweepTraces,
  ];
}
