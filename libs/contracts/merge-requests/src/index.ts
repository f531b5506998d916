export {
  IssuesMentionedEvent,
  MergeRequestCreatedEvent,
  MergeRequestMergedEvent,
  MergeRequestNoteSavedEvent,
  MergeRequestUpdatedEvent,
} from './events.js';
export {
  FindMergeRequestQuery,
  MergeRequestNote,
  MergeRequestNotesByIdsQuery,
  MergeRequestsByIdsQuery,
  OpenBranchesQuery,
} from './queries.js';
export { MergeRequestCard } from './types.js';
