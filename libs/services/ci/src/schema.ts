import type { ServiceSchema } from '@hearth/data';
import { messagingMigrations } from '@hearth/messaging';
import { Artifacts1764670000000 } from './artifacts/migrations/1764670000000-artifacts.js';
import { ArtifactDownloads1764715000000 } from './artifacts/migrations/1764715000000-artifact-downloads.js';
import { Environments1764620000000 } from './migrations/1764620000000-environments.js';
import { Deployments1764640000000 } from './migrations/1764640000000-deployments.js';
import { PushedPipelines1764650000000 } from './migrations/1764650000000-pushed-pipelines.js';
import { Runners1764610000000 } from './migrations/1764610000000-runners.js';
import { Builds1764630000000 } from './migrations/1764630000000-builds.js';
import { Traces1764640000000 } from './migrations/1764640000000-traces.js';
import { Triggers1764682000000 } from './migrations/1764682000000-triggers.js';
import { PipelineSchedules1764683000000 } from './migrations/1764683000000-pipeline-schedules.js';
import { VariableOwners1764681000000 } from './migrations/1764681000000-variable-owners.js';
import { Variables1764660000000 } from './migrations/1764660000000-variables.js';
import { JobQueues1764690100000 } from './migrations/1764690100000-job-queues.js';
import { SilentJobs1764690200000 } from './migrations/1764690200000-silent-jobs.js';
import { ConfigPaths1764700000000 } from './migrations/1764700000000-config-paths.js';
import { PushOrder1764710000000 } from './migrations/1764710000000-push-order.js';
import { TraceChecksums1764700300000 } from './migrations/1764700300000-trace-checksums.js';
import { ArtifactTotals1764800000000 } from './artifacts/migrations/1764800000000-artifact-totals.js';
import { ArchivedTraces1764720000000 } from './migrations/1764720000000-archived-traces.js';
import { PipelineConfigurations1764730000000 } from './migrations/1764730000000-pipeline-configurations.js';
import { VariableTraits1767300100000 } from './variables/migrations/1767300100000-variable-traits.js';
import { RunnerLimits1767300400000 } from './runners/migrations/1767300400000-runner-limits.js';
import { EnvironmentTiers1767300300000 } from './migrations/1767300300000-environment-tiers.js';
import { PipelineIids1767300200000 } from './migrations/1767300200000-pipeline-iids.js';
import { InterruptiblePipelines1768200100000 } from './migrations/1768200100000-interruptible-pipelines.js';
import { ReportedVariables1768200200000 } from './migrations/1768200200000-reported-variables.js';
import { JobNeeds1768200000000 } from './migrations/1768200000000-job-needs.js';
import { ResourceGroups1769000100000 } from './migrations/1769000100000-resource-groups.js';
import { MergeRequestPipelines1769400000000 } from './migrations/1769400000000-merge-request-pipelines.js';
import { Bridges1770300000000 } from './migrations/1770300000000-bridges.js';
import { DelayedJobs1769000000000 } from './migrations/1769000000000-delayed-jobs.js';
import { EnvironmentAutoStops1795638136000 } from './migrations/1795638136000-environment-auto-stops.js';
import { PipelineWorkflows1795829958000 } from './migrations/1795829958000-pipeline-workflows.js';
import { OpenMergeRequests1795844000000 } from './migrations/1795844000000-open-merge-requests.js';
import { OtherJobs1795867360000 } from './migrations/1795867360000-other-jobs.js';
import { GroupRunners1795880100000 } from './migrations/1795880100000-group-runners.js';
import { CancelingJobs1795956420000 } from './migrations/1795956420000-canceling-jobs.js';
import { ValidatedStatuses1795956410000 } from './migrations/1795956410000-validated-statuses.js';
import { GracefulCancels1795956400000 } from './migrations/1795956400000-graceful-cancels.js';
import { MirroredPipelines1795904000000 } from './migrations/1795904000000-mirrored-pipelines.js';
import { MergeRequestPipelinesById1795886000000 } from './migrations/1795886000000-merge-request-pipelines-by-id.js';
import { ScheduleInputs1795638733000 } from './schedules/migrations/1795638733000-schedule-inputs.js';
import { TestReports1795634612000 } from './test-reports/migrations/1795634612000-test-reports.js';
import { Pipelines1764600000000 } from './migrations/1764600000000-pipelines.js';

/** PostgreSQL schema of this service. */
export const schema: ServiceSchema = {
  service: 'ci',
  entities: [],
  migrations: [
    ...[...messagingMigrations, Pipelines1764600000000, Runners1764610000000],
    ...[
      Environments1764620000000,
      Builds1764630000000,
      Traces1764640000000,
      Deployments1764640000000,
      PushedPipelines1764650000000,
      Variables1764660000000,
      Artifacts1764670000000,
      VariableOwners1764681000000,
      Triggers1764682000000,
      PipelineSchedules1764683000000,
      JobQueues1764690100000,
      SilentJobs1764690200000,
      ConfigPaths1764700000000,
      PushOrder1764710000000,
      TraceChecksums1764700300000,
      ArtifactDownloads1764715000000,
      ArchivedTraces1764720000000,
      ArtifactTotals1764800000000,
      VariableTraits1767300100000,
      PipelineIids1767300200000,
      EnvironmentTiers1767300300000,
      RunnerLimits1767300400000,
      PipelineConfigurations1764730000000,
      JobNeeds1768200000000,
      InterruptiblePipelines1768200100000,
      ReportedVariables1768200200000,
      DelayedJobs1769000000000,
      ResourceGroups1769000100000,
      MergeRequestPipelines1769400000000,
      Bridges1770300000000,
      TestReports1795634612000,
      EnvironmentAutoStops1795638136000,
      ScheduleInputs1795638733000,
      PipelineWorkflows1795829958000,
      OpenMergeRequests1795844000000,
      OtherJobs1795867360000,
      GroupRunners1795880100000,
      MergeRequestPipelinesById1795886000000,
      MirroredPipelines1795904000000,
      GracefulCancels1795956400000,
      ValidatedStatuses1795956410000,
      CancelingJobs1795956420000,
    ],
  ],
  jobs: true,
  encrypted: [
    { table: 'runners', id: 'id', columns: [{ column: 'token', lookup: 'token_lookup' }] },
    { table: 'triggers', id: 'id', columns: [{ column: 'token', lookup: 'token_lookup' }] },
    { table: 'job_traces', id: 'job_id', columns: [{ column: 'secrets' }] },
    { table: 'variables', id: 'id', columns: [{ column: 'value' }] },
  ],
};
