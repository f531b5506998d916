import { PipelineBasicView, presentPipelineBasic } from '@hearth/ci-contracts';
import { z } from 'zod';
import { PIPELINE_SOURCES } from '../configuration/pipeline-source.js';
import type { ListedPipeline } from './pipelines.store.js';

/** Pipeline record in lists, and in jobs and schedules. */
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
