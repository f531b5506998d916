/** Origin of a pipeline. */
export type PipelineSource = 'external' | 'push' | 'web' | 'trigger' | 'schedule' | 'api';
