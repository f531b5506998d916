export {
  IssuesMentionedEvent,
  MergeRequestCreatedEvent,
  MergeRequestMergedEvent,
  MergeRequestUpdatedEvent,
} from './events.js';
export { FindMergeRequestQuery, OpenBranchesQuery } from './queries.js';
