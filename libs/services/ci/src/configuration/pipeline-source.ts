/** Origins of pipelines. */
export const PIPELINE_SOURCES = [
  'external',
  'push',
  'web',
  'trigger',
  'schedule',
  'api',
  'merge_request_event',
  // Of a bridge in another project, and of one in the same.
  'pipeline',
  'parent_pipeline',
] as const;
export type PipelineSource = (typeof PIPELINE_SOURCES)[number];
