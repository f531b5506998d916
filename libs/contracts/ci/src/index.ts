export { ArtifactsMeasuredEvent, PipelineFinishedEvent, CiAuditRecordedEvent } from './events.js';
export { AuthenticateJobQuery, LastPipelinesQuery, NewestPipelinesQuery, RefPipelinesQuery } from './queries.js';
export { PIPELINE_STATUSES, PipelineCard, type PipelineStatus } from './types.js';
export { PipelineBasicView, pipelineUrl, presentPipelineBasic } from './views.js';
