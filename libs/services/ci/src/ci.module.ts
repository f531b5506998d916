import { Module } from '@nestjs/common';
import type { ApiDeclaration } from '@hearth/http';
import { ArtifactsModule } from './artifacts/artifacts.module.js';
import { objectBackup } from './artifacts/object-backup.js';
import { BridgesModule } from './bridges/bridges.module.js';
import { BuildsModule } from './builds/builds.module.js';
import { CommitStatusesModule } from './commit-statuses/commit-statuses.module.js';
import { ConfigurationModule } from './configuration/configuration.module.js';
import { CiCoreModule } from './core.module.js';
import { DeploymentsModule } from './deployments/deployments.module.js';
import { EnvironmentsModule } from './environments/environments.module.js';
import { ReactionsModule } from './reactions.module.js';
import { JobRequestsModule } from './job-requests/job-requests.module.js';
import * as jobs from './jobs.js';
import { MergeRequestPipelinesModule } from './merge-request-pipelines/merge-request-pipelines.module.js';
import { CiPagesModule } from './pages/pages.module.js';
import { PipelinesModule } from './pipelines/pipelines.module.js';
import { ProviderModule } from './provider/provider.module.js';
import { PushPipelinesModule } from './push-pipelines/push-pipelines.module.js';
import { ResourceGroupsModule } from './resource-groups/resource-groups.module.js';
import { RunnersModule } from './runners/runners.module.js';
import { SchedulesModule } from './schedules/schedules.module.js';
import { schema } from './schema.js';
import { TemplatesModule } from './templates/templates.module.js';
import { TestReportsModule } from './test-reports/test-reports.module.js';
import { TracesModule } from './traces/traces.module.js';
import { TriggersModule } from './triggers/triggers.module.js';
import { VariablesModule } from './variables/variables.module.js';

/** Pipelines, their jobs, and the statuses of commits. */
@Module({
  imports: [
    CiCoreModule,
    ArtifactsModule,
    BridgesModule,
    BuildsModule,
    CommitStatusesModule,
    ConfigurationModule,
    DeploymentsModule,
    EnvironmentsModule,
    ReactionsModule,
    JobRequestsModule,
    MergeRequestPipelinesModule,
    CiPagesModule,
    PipelinesModule,
    ProviderModule,
    PushPipelinesModule,
    ResourceGroupsModule,
    RunnersModule,
    SchedulesModule,
    TemplatesModule,
    TestReportsModule,
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
  static readonly objectBackup = objectBackup;
  static readonly jobs = Object.values(jobs);
}
