export {
  IssuesMentionedEvent,
  MergeRequestCreatedEvent,
  MergeRequestFieldChanges,
  MergeRequestMergedEvent,
  MergeRequestNoteSavedEvent,
  MergeRequestUpdatedEvent,
  MergeRequestsAuditRecordedEvent,
} from './events.js';
export {
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
  OpenBranchesQuery,
} from './queries.js';
export { MergeRequestCard } from './types.js';
