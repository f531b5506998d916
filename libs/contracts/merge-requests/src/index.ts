export { UnsubscribeCommand } from './commands.js';
export {
  HeadPipelineFinishedEvent,
  IssuesMentionedEvent,
  MergeRequestCreatedEvent,
  MergeRequestFieldChanges,
  MergeRequestMergedEvent,
  MergeRequestNoteSavedEvent,
  MergeRequestUpdatedEvent,
  MergeRequestsAuditRecordedEvent,
  ReviewPublishedEvent,
} from './events.js';
export {
  CollaborationBranchesQuery,
  CountMergeRequestsQuery,
  DescribeMergeRequestQuery,
  FindMergeRequestQuery,
  MergeRequestForPipelineQuery,
  MergeRequestNote,
  MergeRequestNotesByIdsQuery,
  MergeRequestParticipantsQuery,
  MergeRequestSummariesQuery,
  MergeRequestSummary,
  MergeRequestsByIdsQuery,
  MergedRangesQuery,
  OpenBranchesQuery,
  OpenMergeRequestsQuery,
  SearchMergeRequestsQuery,
} from './queries.js';
export { DETAILED_MERGE_STATUSES, MERGE_REQUEST_STATES, MERGE_STATUSES, MergeRequestCard } from './types.js';
export { MergeRequestView, SimpleMergeRequestView } from './views.js';
