import { PIPELINE_STATUSES } from '@hearth/ci-contracts';
import { UserView, presentUser } from '@hearth/identity-contracts';
import { CommitView, presentCommit } from '@hearth/repository-contracts';
import { z } from 'zod';
import { PipelineSummaryView, presentPipelineSummary } from '../pipelines/pipeline.view.js';
import { RunnerView, presentRunner } from '../runners/runner.view.js';
import { FILE_FORMATS, FILE_TYPES, formatOf } from '../artifacts/file-types.js';
import { durationOf, queuedDurationOf } from './build.rules.js';
import type { ListedPipeline } from '../pipelines/pipelines.store.js';
import type { BuildFact } from './build.facts.js';

/** Job record in lists of its runner, and of its resource group. */
export const JobBasicView = z.strictObject({
  id: z.int(),
  status: z.enum(PIPELINE_STATUSES),
  stage: z.string(),
  name: z.string(),
  ref: z.string(),
  tag: z.boolean(),
  allow_failure: z.boolean().describe('Whether the pipeline goes on when the job fails'),
  failure_reason: z.string().optional().describe('Cause of the failure; of failed jobs only'),
  tag_list: z.array(z.string()).describe('Tags that a runner must have to take the job'),
  coverage: z.number().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  duration: z.int().nullable(),
  queued_duration: z.number().nullable().describe('Seconds for which the job waited for a runner'),
  erased_at: z.iso.datetime().nullable().describe('Time at which trace and artifacts were erased'),
  archived: z.boolean().describe('Whether the job can no longer be run again because of its age: no job is archived'),
  user: UserView.nullable(),
  commit: CommitView.nullable(),
  pipeline: PipelineSummaryView,
  web_url: z
    .string()
    .optional()
    .describe('Address of the job in a browser; left out while the project is being deleted'),
});

export type JobBasicView = z.output<typeof JobBasicView>;

/** Job record of a project, and of deployments. */
export const JobView = JobBasicView.extend({
  artifacts: z
    .array(
      z.strictObject({
        file_type: z.enum(FILE_TYPES).describe('Kind of the file'),
        file_format: z.enum(FILE_FORMATS).describe('Format of the file'),
        filename: z.string(),
        size: z.int(),
      }),
    )
    .describe('Files that the job has uploaded'),
  artifacts_file: z.strictObject({ filename: z.string(), size: z.int() }).optional(),
  artifacts_expire_at: z.iso.datetime().nullable(),
  runner: RunnerView.nullable(),
});
export type JobView = z.output<typeof JobView>;

/** Job record in a runner's list. */
export const RunnerJobView = JobBasicView.extend({
  project: z
    .strictObject({
      id: z.int(),
      description: z.string().nullable(),
      name: z.string(),
      name_with_namespace: z.string(),
      path: z.string(),
      path_with_namespace: z.string(),
      created_at: z.iso.datetime(),
    })
    .nullable(),
});
export type RunnerJobView = z.output<typeof RunnerJobView>;

export function jobUrl(projectUrl: string, id: number): string {
  return `${projectUrl}/-/jobs/${id}`;
}

export function presentBasicJob(fact: BuildFact, baseUrl: string, now: Date): JobBasicView {
  const { build, user, commit, project } = fact;
  const { ref } = build;
  const projectUrl = project && `${baseUrl}/${project.fullPath}`;
  return {
    id: build.id,
    status: build.status,
    stage: build.stage,
    name: build.name,
    ref,
    tag: build.tag,
    allow_failure: build.allowFailure,
    ...(build.failureReason !== null && { failure_reason: build.failureReason }),
    tag_list: [...build.tags],
    coverage: build.coverage,
    created_at: build.createdAt.toISOString(),
    started_at: build.startedAt?.toISOString() ?? null,
    finished_at: build.finishedAt?.toISOString() ?? null,
    duration: durationOf(build, now),
    queued_duration: queuedDurationOf(build, now),
    erased_at: build.erasedAt?.toISOString() ?? null,
    archived: false,
    user: user && presentUser(user, baseUrl),
    commit: commit && presentCommit(commit),
    pipeline: presentPipelineSummary(pipelineOf(build), projectUrl),
    ...(projectUrl !== null && { web_url: jobUrl(projectUrl, build.id) }),
  };
}

function pipelineOf(build: BuildFact['build']): ListedPipeline {
  const { projectId, sha, ref, pipelineStatus: status, pipelineSource: source } = build;
  const times = { createdAt: build.pipelineCreatedAt, updatedAt: build.pipelineUpdatedAt };
  return { id: build.pipelineId, iid: build.pipelineIid, projectId, sha, ref, status, source, ...times };
}

export function presentJob(fact: BuildFact, baseUrl: string, now: Date): JobView {
  const { artifacts, reports, artifactsExpireAt } = fact.build;
  const files = [...(artifacts ? [{ type: 'archive' as const, ...artifacts }] : []), ...(reports ?? [])];
  return {
    ...presentBasicJob(fact, baseUrl, now),
    artifacts: files.map(({ type, ...file }) => ({ file_type: type, file_format: formatOf(type), ...file })),
    ...(artifacts && { artifacts_file: artifacts }),
    artifacts_expire_at: artifactsExpireAt?.toISOString() ?? null,
    runner: fact.runner && presentRunner(fact.runner, now),
  };
}

export function presentRunnerJob(fact: BuildFact, baseUrl: string, now: Date): RunnerJobView {
  const { project } = fact;
  return {
    ...presentBasicJob(fact, baseUrl, now),
    project: project && {
      id: project.id,
      description: project.description,
      name: project.name,
      name_with_namespace: project.nameWithNamespace,
      path: project.path,
      path_with_namespace: project.fullPath,
      created_at: project.createdAt,
    },
  };
}
