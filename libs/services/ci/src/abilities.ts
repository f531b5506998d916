import { defineAbilities } from '@hearth/access';
import { AccessLevel } from '@hearth/contract-kit';

/** Abilities on pipelines, jobs and commit statuses. */
export const abilities = defineAbilities({
  /** To include a file of another project in a configuration. */
  downloadCode: { name: 'download_code', from: AccessLevel.reporter, visitors: 'everyone', feature: 'repository' },
  adminBuild: { name: 'admin_build', from: AccessLevel.master, feature: 'builds' },
  adminGroupBuild: { name: 'admin_build', on: 'group', from: AccessLevel.master },
  /** Checked on the target; the pipeline itself needs `createPipeline` in the source project. */
  listMergeRequests: {
    name: 'list_merge_requests',
    from: AccessLevel.reporter,
    visitors: 'users',
    feature: 'mergeRequests',
  },
  readCommitStatus: {
    name: 'read_commit_status',
    from: AccessLevel.reporter,
    visitors: 'users',
    feature: 'repository',
  },
  createCommitStatus: { name: 'create_commit_status', from: AccessLevel.developer, feature: 'repository' },
  createPipeline: { name: 'create_pipeline', from: AccessLevel.developer, feature: 'builds' },
  readPipeline: {
    name: 'read_pipeline',
    from: AccessLevel.reporter,
    withPublicJobs: { from: AccessLevel.guest, visitors: 'users' },
    feature: 'builds',
  },
  readPipelineSchedule: {
    name: 'read_pipeline_schedule',
    from: AccessLevel.reporter,
    withPublicJobs: { from: AccessLevel.guest, visitors: 'users' },
    feature: 'builds',
  },
  createPipelineSchedule: { name: 'create_pipeline_schedule', from: AccessLevel.developer, feature: 'builds' },
  updatePipelineSchedule: {
    name: 'update_pipeline_schedule',
    from: AccessLevel.master,
    also: ['author'],
    feature: 'builds',
  },
  readDeployment: { name: 'read_deployment', from: AccessLevel.reporter, feature: 'builds' },
  readEnvironment: { name: 'read_environment', from: AccessLevel.reporter, feature: 'builds' },
  createEnvironment: { name: 'create_environment', from: AccessLevel.developer, feature: 'builds' },
  stopEnvironment: { name: 'stop_environment', from: AccessLevel.developer, feature: 'builds' },
  updateEnvironment: { name: 'update_environment', from: AccessLevel.master, feature: 'builds' },
  readResourceGroup: { name: 'read_resource_group', from: AccessLevel.developer, feature: 'builds' },
  updateResourceGroup: { name: 'update_resource_group', from: AccessLevel.developer, feature: 'builds' },
  readBuild: {
    name: 'read_build',
    from: AccessLevel.reporter,
    withPublicJobs: { from: AccessLevel.guest, visitors: 'users' },
    feature: 'builds',
  },
  /** Artifacts of jobs with `artifacts: access: developer`. */
  readDeveloperArtifacts: { name: 'read_developer_job_artifact', from: AccessLevel.developer, feature: 'builds' },
  readMaintainerArtifacts: { name: 'read_maintainer_job_artifact', from: AccessLevel.master, feature: 'builds' },
  updateBuild: { name: 'update_build', from: AccessLevel.developer, feature: 'builds' },
  destroyArtifacts: { name: 'destroy_artifacts', from: AccessLevel.master, feature: 'builds' },
  destroyPipeline: { name: 'destroy_pipeline', from: AccessLevel.owner, feature: 'builds' },
  readPipelineVariable: { name: 'read_pipeline_variable', from: AccessLevel.developer, feature: 'builds' },
  updatePipeline: { name: 'update_pipeline', from: AccessLevel.developer, feature: 'builds' },
  manageRunners: { name: 'admin_runner', from: AccessLevel.master },
  manageGroupRunners: { name: 'admin_runner', on: 'group', from: AccessLevel.owner },
});
