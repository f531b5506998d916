import { Module } from '@nestjs/common';
import { provideAudit } from '@hearth/audit';
import { CiAuditRecordedEvent } from '@hearth/ci-contracts';
import { DataModule } from '@hearth/data';
import type { ApiDeclaration } from '@hearth/http';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule } from '@hearth/messaging';
import { HealthWarning } from '@hearth/service';
import { ArtifactStorage } from './artifacts/artifact-storage.js';
import { ArtifactsController } from './artifacts/artifacts.controller.js';
import { ArtifactsFacts } from './artifacts/artifacts.facts.js';
import { ArtifactsStore } from './artifacts/artifacts.store.js';
import { JobArtifactsController } from './artifacts/job-artifacts.controller.js';
import { KeepArtifacts } from './artifacts/keep.js';
import { ObjectsFolderState } from './artifacts/objects-folder-state.js';
import { RecordArtifactsSize } from './artifacts/record-size.js';
import { RemoveUselessArtifacts } from './artifacts/remove-useless.js';
import { UploadArtifacts } from './artifacts/upload.js';
import { BuildAccessFacts } from './builds/build-access.facts.js';
import { BuildFacts } from './builds/build.facts.js';
import { BuildsController } from './builds/builds.controller.js';
import { BuildsFinder } from './builds/builds.finder.js';
import { BuildsStore } from './builds/builds.store.js';
import { CancelJob } from './builds/cancel.js';
import { FailStuckJobs } from './builds/fail-stuck.js';
import { FinishJob } from './builds/finish.js';
import { HoldBuild } from './builds/hold.js';
import { PlayJob } from './builds/play.js';
import { RerunJob } from './builds/rerun.js';
import { RetryJob } from './builds/retry.js';
import { CommitStatusFacts } from './commit-statuses/commit-status.facts.js';
import { CommitStatusesController } from './commit-statuses/commit-statuses.controller.js';
import { CommitStatusesStore } from './commit-statuses/commit-statuses.store.js';
import { PostCommitStatus } from './commit-statuses/post.js';
import { ConfigurationThreads } from './configuration/configuration-threads.js';
import { LintController } from './configuration/lint.controller.js';
import { DeploymentFacts } from './deployments/deployment.facts.js';
import { DeploymentsController } from './deployments/deployments.controller.js';
import { DeploymentsStore } from './deployments/deployments.store.js';
import { EnsureEnvironments } from './environments/ensure.js';
import { CreateEnvironment } from './environments/create.js';
import { DeleteEnvironment } from './environments/delete.js';
import { EnvironmentFacts } from './environments/environment.facts.js';
import { EnvironmentsController } from './environments/environments.controller.js';
import { EnvironmentsStore } from './environments/environments.store.js';
import { StopEnvironment } from './environments/stop.js';
import { UpdateEnvironment } from './environments/update.js';
import { OnGroupDeleted } from './events/on-group-deleted.js';
import { OnProjectCreated } from './events/on-project-created.js';
import { OnProjectDeleted } from './events/on-project-deleted.js';
import { OnProjectUpdated } from './events/on-project-updated.js';
import { OnRefUpdated } from './events/on-ref-updated.js';
import { OnUserDeleted } from './events/on-user-deleted.js';
import { ClearGroup, ClearGroupWorker } from './jobs/clear-group.js';
import { SweepTraces, SweepTracesWorker } from './jobs/archive-traces.js';
import { ClearProject, ClearProjectWorker } from './jobs/clear-project.js';
import { SweepStuckJobs, SweepStuckJobsWorker } from './jobs/fail-stuck-jobs.js';
import { CreatePushPipeline, CreatePushPipelineWorker } from './jobs/create-push-pipeline.js';
import { KeepCommit, KeepCommitWorker } from './jobs/keep-commit.js';
import { ReleaseUser, ReleaseUserWorker } from './jobs/release-user.js';
import { RunDueSchedules, RunDueSchedulesWorker } from './jobs/run-due-schedules.js';
import { RunSchedule, RunScheduleWorker } from './jobs/run-schedule.js';
import { SweepArtifacts, SweepArtifactsWorker } from './jobs/sweep-artifacts.js';
import { AuthenticateJob } from './job-requests/authenticate.js';
import { AwaitJob } from './job-requests/await-job.js';
import { BuildQueue } from './job-requests/build-queue.js';
import { JobPayloadFacts } from './job-requests/job-payload.facts.js';
import { JobRequestsController } from './job-requests/job-requests.controller.js';
import { ReportJob } from './job-requests/report.js';
import { RunnerLimits } from './job-requests/runner-limits.js';
import { TakeJob } from './job-requests/take.js';
import { TakesStore } from './job-requests/takes.store.js';
import { WaitingRunners } from './job-requests/waiting-runners.js';
import { AdvancePipeline } from './pipelines/advance.js';
import { CancelPipeline } from './pipelines/cancel.js';
import { CancelReplacedPipelines } from './pipelines/cancel-replaced.js';
import { CreatePipeline } from './pipelines/create.js';
import { NewPipelineFacts } from './pipelines/new-pipeline.facts.js';
import { PipelineFacts } from './pipelines/pipeline.facts.js';
import { PipelinesController } from './pipelines/pipelines.controller.js';
import { PipelinesFinder } from './pipelines/pipelines.finder.js';
import { PipelinesStore } from './pipelines/pipelines.store.js';
import { ProjectsStore } from './pipelines/projects.store.js';
import { RemoveProject } from './pipelines/remove-project.js';
import { RemoveProjectSettings } from './pipelines/remove-project-settings.js';
import { RequestPipeline } from './pipelines/request.js';
import { RetryPipeline } from './pipelines/retry.js';
import { ReplaceUser } from './pipelines/replace-user.js';
import { JobsProvider } from './provider/jobs.provider.js';
import { PipelinesProvider } from './provider/pipelines.provider.js';
import { AuthenticateRunner } from './runners/authenticate.js';
import { DeleteRunner } from './runners/delete.js';
import { DisableRunner } from './runners/disable.js';
import { EnableRunner } from './runners/enable.js';
import { RegisterRunner } from './runners/register.js';
import { ResetRunnerToken } from './runners/reset-token.js';
import { RunnerAccessFacts } from './runners/runner-access.facts.js';
import { RunnerRegistrationController } from './runners/runner-registration.controller.js';
import { RunnerFacts } from './runners/runner.facts.js';
import { RunnersController } from './runners/runners.controller.js';
import { RunnersStore } from './runners/runners.store.js';
import { UpdateRunner } from './runners/update.js';
import { schema } from './schema.js';
import { AppendTrace } from './traces/append.js';
import { CoverageFacts } from './traces/coverage.facts.js';
import { ArchiveTraces } from './traces/archive.js';
import { EraseJob } from './traces/erase.js';
import { HideSecrets } from './traces/hide-secrets.js';
import { TraceFacts } from './traces/trace.facts.js';
import { TracesStore } from './traces/traces.store.js';
import { CreateTrigger } from './triggers/create.js';
import { DeleteTrigger } from './triggers/delete.js';
import { RecordTriggerUse } from './triggers/record-use.js';
import { TriggeredPipelinesController } from './triggers/triggered-pipelines.controller.js';
import { TriggerFacts } from './triggers/trigger.facts.js';
import { TriggersController } from './triggers/triggers.controller.js';
import { TriggersStore } from './triggers/triggers.store.js';
import { UpdateTrigger } from './triggers/update.js';
import { ChangeScheduleVariables } from './schedules/change-variables.js';
import { CreateSchedule } from './schedules/create.js';
import { DeleteSchedule } from './schedules/delete.js';
import { RunDueSchedules as RunDue } from './schedules/run-due.js';
import { RunPipelineSchedule } from './schedules/run.js';
import { ScheduleFacts } from './schedules/schedule.facts.js';
import { ScheduleLimits } from './schedules/schedule-limits.js';
import { ScheduleVariablesController } from './schedules/schedule-variables.controller.js';
import { SchedulesController } from './schedules/schedules.controller.js';
import { SchedulesStore } from './schedules/schedules.store.js';
import { UpdateSchedule } from './schedules/update.js';
import { AddPipelineVariables } from './variables/add-to-pipeline.js';
import { CreateVariable } from './variables/create.js';
import { DeleteVariable } from './variables/delete.js';
import { GroupVariablesController } from './variables/group-variables.controller.js';
import { RemoveGroup } from './variables/remove-group.js';
import { GroupsStore } from './variables/groups.store.js';
import { UpdateVariable } from './variables/update.js';
import { VariableFacts } from './variables/variable.facts.js';
import { VariablesController } from './variables/variables.controller.js';
import { VariablesStore } from './variables/variables.store.js';

/** Pipelines, their jobs, and the statuses of commits. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service),
  ],
  controllers: [
    ...[PipelinesController, CommitStatusesController, RunnersController, RunnerRegistrationController],
    ...[JobRequestsController, BuildsController, EnvironmentsController, LintController, DeploymentsController],
    ...[VariablesController, GroupVariablesController, TriggersController, TriggeredPipelinesController],
    ...[SchedulesController, ScheduleVariablesController],
    ...[JobArtifactsController, ArtifactsController],
    ...[OnGroupDeleted, OnProjectCreated, OnProjectUpdated, OnProjectDeleted, OnRefUpdated, OnUserDeleted],
    ...[JobsProvider, PipelinesProvider],
  ],
  providers: [
    ...[ProjectsStore, PipelinesStore, PipelinesFinder, PipelineFacts, AdvancePipeline, RemoveProject, ReplaceUser],
    ...[CancelPipeline, CancelReplacedPipelines, RetryPipeline, RemoveProjectSettings],
    ...[BuildsStore, BuildsFinder, BuildFacts, BuildAccessFacts, HoldBuild, CancelJob, RetryJob, RerunJob, PlayJob],
    ...[
      FinishJob,
      FailStuckJobs,
      BuildQueue,
      WaitingRunners,
      TakesStore,
      TakeJob,
      AwaitJob,
      JobPayloadFacts,
      AuthenticateJob,
      ReportJob,
    ],
    { provide: RunnerLimits, useFactory: () => RunnerLimits.fromEnvironment() },
    ...[TracesStore, TraceFacts, CoverageFacts, AppendTrace, EraseJob, HideSecrets, ArchiveTraces],
    ...[ArtifactsStore, ArtifactsFacts, RecordArtifactsSize, UploadArtifacts, KeepArtifacts, RemoveUselessArtifacts],
    { provide: ArtifactStorage, useFactory: () => ArtifactStorage.fromEnvironment() },
    { provide: HealthWarning, useClass: ObjectsFolderState },
    { provide: ConfigurationThreads, useFactory: () => new ConfigurationThreads() },
    ...[CommitStatusesStore, CommitStatusFacts, PostCommitStatus],
    ...[RunnersStore, RunnerFacts, RunnerAccessFacts, AuthenticateRunner, RegisterRunner],
    ...[EnableRunner, DisableRunner, UpdateRunner, DeleteRunner, ResetRunnerToken],
    ...[EnvironmentsStore, EnvironmentFacts, CreateEnvironment, UpdateEnvironment, DeleteEnvironment, StopEnvironment],
    ...[DeploymentsStore, DeploymentFacts, NewPipelineFacts, CreatePipeline, RequestPipeline, EnsureEnvironments],
    ...[
      VariablesStore,
      VariableFacts,
      CreateVariable,
      UpdateVariable,
      DeleteVariable,
      AddPipelineVariables,
      GroupsStore,
      RemoveGroup,
    ],
    ...[SchedulesStore, ScheduleFacts, CreateSchedule, UpdateSchedule, DeleteSchedule, ChangeScheduleVariables],
    { provide: ScheduleLimits, useFactory: () => ScheduleLimits.fromEnvironment() },
    ...[RunDue, RunPipelineSchedule, RunDueSchedulesWorker, RunScheduleWorker],
    ...[TriggersStore, TriggerFacts, CreateTrigger, UpdateTrigger, DeleteTrigger, RecordTriggerUse],
    ...[
      ClearGroupWorker,
      ClearProjectWorker,
      CreatePushPipelineWorker,
      KeepCommitWorker,
      SweepStuckJobsWorker,
      ReleaseUserWorker,
    ],
    ...[SweepArtifactsWorker, SweepTracesWorker],
    provideAudit(CiAuditRecordedEvent),
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
