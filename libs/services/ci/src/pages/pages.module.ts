import { Module } from '@nestjs/common';
import { PagesModule } from '@hearth/pages';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { BuildsModule } from '../builds/builds.module.js';
import { CiCoreModule } from '../core.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { DeploymentsModule } from '../deployments/deployments.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { RunnersModule } from '../runners/runners.module.js';
import { SchedulesModule } from '../schedules/schedules.module.js';
import { CiStoresModule } from '../stores.module.js';
import { TestReportsModule } from '../test-reports/test-reports.module.js';
import { TracesModule } from '../traces/traces.module.js';
import { TriggersModule } from '../triggers/triggers.module.js';
import { VariablesModule } from '../variables/variables.module.js';
import { ArtifactPagesController } from './artifacts/artifact-pages.controller.js';
import { EnvironmentPagesController } from './environments/environment-pages.controller.js';
import { JobListController } from './jobs/job-list.controller.js';
import { JobPageFacts } from './jobs/job-page.facts.js';
import { JobPagesController } from './jobs/job-pages.controller.js';
import { JobFormsController } from './jobs/job-forms.controller.js';
import { TraceThreads } from './jobs/trace-threads.js';
import { PageRenderer } from './page-renderer.js';
import { NewPipelineController } from './pipelines/new-pipeline.controller.js';
import { PipelinePageFacts } from './pipelines/pipeline-page.facts.js';
import { PipelinePagesController } from './pipelines/pipeline-pages.controller.js';
import { RunnerFormsController } from './runners/runner-forms.controller.js';
import { RunnerPage } from './runners/runner-page.js';
import {
  GroupRunnerPagesController,
  InstanceRunnerPagesController,
  ProjectRunnerPagesController,
} from './runners/runner-pages.controller.js';
import { SchedulePagesController } from './schedules/schedule-pages.controller.js';
import { ServicePageController } from './service-page.controller.js';
import { TestReportPagesController } from './test-reports/test-report-pages.controller.js';
import { TriggerPagesController } from './triggers/trigger-pages.controller.js';
import { GroupVariablePagesController, ProjectVariablePagesController } from './variables/variable-pages.controller.js';

@Module({
  imports: [
    PagesModule,
    CiCoreModule,
    CiStoresModule,
    ArtifactsModule,
    BuildsModule,
    DeploymentsModule,
    EnvironmentsModule,
    PipelinesModule,
    RunnersModule,
    SchedulesModule,
    TestReportsModule,
    TracesModule,
    TriggersModule,
    VariablesModule,
  ],
  controllers: [
    ArtifactPagesController,
    EnvironmentPagesController,
    GroupVariablePagesController,
    GroupRunnerPagesController,
    InstanceRunnerPagesController,
    JobFormsController,
    JobListController,
    JobPagesController,
    NewPipelineController,
    PipelinePagesController,
    ProjectRunnerPagesController,
    ProjectVariablePagesController,
    RunnerFormsController,
    SchedulePagesController,
    ServicePageController,
    TestReportPagesController,
    TriggerPagesController,
  ],
  providers: [PageRenderer, JobPageFacts, PipelinePageFacts, RunnerPage, TraceThreads],
})
export class CiPagesModule {}
