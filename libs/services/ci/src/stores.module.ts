import { Module } from '@nestjs/common';
import { ArtifactsStore } from './artifacts/artifacts.store.js';
import { BridgesStore } from './bridges/bridges.store.js';
import { BuildsFinder } from './builds/builds.finder.js';
import { BuildsStore } from './builds/builds.store.js';
import { CommitStatusesStore } from './commit-statuses/commit-statuses.store.js';
import { CiCoreModule } from './core.module.js';
import { DeploymentsStore } from './deployments/deployments.store.js';
import { EnvironmentsStore } from './environments/environments.store.js';
import { TakesStore } from './job-requests/takes.store.js';
import { PipelinesFinder } from './pipelines/pipelines.finder.js';
import { PipelinesStore } from './pipelines/pipelines.store.js';
import { ProjectsStore } from './pipelines/projects.store.js';
import { NewestRecordsStore } from './provider/newest-records.store.js';
import { ReplacedPipelinesStore } from './replaced-pipelines/replaced-pipelines.store.js';
import { ResourceGroupsStore } from './resource-groups/resource-groups.store.js';
import { RunnersStore } from './runners/runners.store.js';
import { SchedulesStore } from './schedules/schedules.store.js';
import { TestReportsStore } from './test-reports/test-reports.store.js';
import { TracesStore } from './traces/traces.store.js';
import { TriggersStore } from './triggers/triggers.store.js';
import { GroupsStore } from './variables/groups.store.js';
import { VariablesStore } from './variables/variables.store.js';

const stores = [
  ProjectsStore,
  PipelinesStore,
  PipelinesFinder,
  NewestRecordsStore,
  ReplacedPipelinesStore,
  BuildsStore,
  BuildsFinder,
  BridgesStore,
  TakesStore,
  TracesStore,
  ArtifactsStore,
  TestReportsStore,
  CommitStatusesStore,
  RunnersStore,
  ResourceGroupsStore,
  EnvironmentsStore,
  DeploymentsStore,
  VariablesStore,
  GroupsStore,
  SchedulesStore,
  TriggersStore,
];

/** All SQL of the service. */
@Module({
  imports: [CiCoreModule],
  providers: stores,
  exports: stores,
})
export class CiStoresModule {}
