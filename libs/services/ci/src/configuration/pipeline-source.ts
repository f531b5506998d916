/** Origins of pipelines. */
export const PIPELINE_SOURCES = [
  'external',
  'push',
  'web',
  'trigger',
  'schedule',
  'api',
  'merge_request_event',
] as const;
export type PipelineSource = (typeof PIPELINE_SOURCES)[number];
