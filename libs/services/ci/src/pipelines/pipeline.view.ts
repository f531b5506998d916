import { PipelineBasicView, pipelineUrl, presentPipelineBasic } from '@hearth/ci-contracts';
import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { z } from 'zod';
import { PIPELINE_SOURCES } from '../configuration/pipeline-source.js';
import type { PipelineFact } from './pipeline.facts.js';
import type { ListedPipeline, Pipeline } from './pipelines.store.js';
import { queuedSecondsOf } from './pipeline-status.rules.js';
import { NO_SHA } from './predefined.rules.js';

/** Pipeline record in those of jobs and schedules. */
export const PipelineSummaryView = PipelineBasicView.extend({
  iid: z.int().describe('Number of the pipeline in the project'),
  project_id: z.int(),
  source: z.enum(PIPELINE_SOURCES).describe('Origin of the pipeline'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type PipelineSummaryView = z.output<typeof PipelineSummaryView>;

/** @param projectUrl address of its project in a browser; null: the record has no `web_url` */
export function presentPipelineSummary(pipeline: ListedPipeline, projectUrl: string | null): PipelineSummaryView {
  const { iid, projectId, source, createdAt, updatedAt } = pipeline;
  return {
    ...presentPipelineBasic(pipeline, projectUrl),
    iid,
    project_id: projectId,
    source,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

/** Pipeline record in lists. */
export const PipelineRowView = PipelineSummaryView.extend({
  name: z.string().nullable().describe('Name by `workflow: name` of its configuration'),
});
export type PipelineRowView = z.output<typeof PipelineRowView>;

export function presentPipelineRow(
  pipeline: ListedPipeline & Pick<Pipeline, 'name'>,
  projectUrl: string | null,
): PipelineRowView {
  return { ...presentPipelineSummary(pipeline, projectUrl), name: pipeline.name };
}

/** Pipeline record of single reads. */
export const PipelineView = PipelineRowView.extend({
  web_url: z.string(),
  before_sha: z.string(),
  tag: z.boolean(),
  yaml_errors: z.string().nullable(),
  user: UserBasicView.nullable(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  committed_at: z.iso.datetime().nullable(),
  duration: z.int().nullable(),
  queued_duration: z.int().nullable().describe('Seconds until its first job ran'),
  coverage: z.string().nullable(),
});
export type PipelineView = z.output<typeof PipelineView>;

export function presentPipeline(fact: PipelineFact, baseUrl: string): PipelineView {
  const { pipeline, projectPath, user, coverage } = fact;
  const projectUrl = `${baseUrl}/${projectPath}`;
  return {
    ...presentPipelineRow(pipeline, projectUrl),
    web_url: pipelineUrl(projectUrl, pipeline.id),
    before_sha: pipeline.beforeSha ?? NO_SHA,
    tag: pipeline.tag,
    yaml_errors: pipeline.yamlErrors,
    user: user && presentUserBasic(user, baseUrl),
    started_at: pipeline.startedAt?.toISOString() ?? null,
    finished_at: pipeline.finishedAt?.toISOString() ?? null,
    committed_at: pipeline.committedAt?.toISOString() ?? null,
    duration: pipeline.duration,
    queued_duration: queuedSecondsOf(pipeline),
    coverage,
  };
}
