import { PIPELINE_STATUSES, PipelineBasicView, presentPipelineBasic } from '@hearth/ci-contracts';
import { UserView, presentUser } from '@hearth/identity-contracts';
import { CommitView, presentCommit } from '@hearth/repository-contracts';
import { z } from 'zod';
import { RunnerView, presentRunner } from '../runners/runner.view.js';
import { durationOf } from './build.rules.js';
import type { BuildFact } from './build.facts.js';

const JobBasicView = z.strictObject({
  id: z.int(),
  status: z.enum(PIPELINE_STATUSES),
  stage: z.string(),
  name: z.string(),
  ref: z.string(),
  tag: z.boolean(),
  coverage: z.number().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  duration: z.int().nullable(),
  user: UserView.nullable(),
  commit: CommitView.nullable(),
  pipeline: PipelineBasicView,
  web_url: z
    .string()
    .optional()
    .describe('Address of the job in a browser; left out while the project is being deleted'),
});

/** Job record of a project, and of deployments. */
export const JobView = JobBasicView.extend({
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

function presentBasic(fact: BuildFact, baseUrl: string, now: Date): z.output<typeof JobBasicView> {
  const { build, user, commit, project } = fact;
  const { pipelineId, sha, ref, pipelineStatus } = build;
  const projectUrl = project && `${baseUrl}/${project.fullPath}`;
  return {
    id: build.id,
    status: build.status,
    stage: build.stage,
    name: build.name,
    ref,
    tag: build.tag,
    coverage: build.coverage,
    created_at: build.createdAt.toISOString(),
    started_at: build.startedAt?.toISOString() ?? null,
    finished_at: build.finishedAt?.toISOString() ?? null,
    duration: durationOf(build, now),
    user: user && presentUser(user, baseUrl),
    commit: commit && presentCommit(commit),
    pipeline: presentPipelineBasic({ id: pipelineId, sha, ref, status: pipelineStatus }, projectUrl),
    ...(projectUrl !== null && { web_url: jobUrl(projectUrl, build.id) }),
  };
}

export function presentJob(fact: BuildFact, baseUrl: string, now: Date): JobView {
  const { artifacts, artifactsExpireAt } = fact.build;
  return {
    ...presentBasic(fact, baseUrl, now),
    ...(artifacts && { artifacts_file: artifacts }),
    artifacts_expire_at: artifactsExpireAt?.toISOString() ?? null,
    runner: fact.runner && presentRunner(fact.runner, now),
  };
}

export function presentRunnerJob(fact: BuildFact, baseUrl: string, now: Date): RunnerJobView {
  const { project } = fact;
  return {
    ...presentBasic(fact, baseUrl, now),
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
