export {
  ArtifactsMeasuredEvent,
  CiAuditRecordedEvent,
  DeploymentCreatedEvent,
  JobsUpdatedEvent,
  PipelineFinishedEvent,
  PipelineUpdatedEvent,
} from './events.js';
export {
  AuthenticateJobQuery,
  DescribeDeploymentQuery,
  DescribeJobQuery,
  DescribePipelineQuery,
  LastPipelinesQuery,
  NewestPipelinesQuery,
  NewestRecordsQuery,
  RefPipelinesQuery,
} from './queries.js';
export { JobDetails, PIPELINE_STATUSES, PipelineCard, PipelineDetails, type PipelineStatus } from './types.js';
export { PipelineBasicView, pipelineUrl, presentPipelineBasic } from './views.js';
