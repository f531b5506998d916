export { issuableConditions, type IssuableTables } from './list.finder.js';
export {
  exclusionParams,
  laterListParams,
  namedUsers,
  userFilter,
  userIdsIn,
  usernamesOf,
  withNamedUsers,
  type Exclusions,
  type NamedUsers,
} from './later-list.params.js';
export { issuableFilters, issuableListParams, type IssuableFilters } from './list.params.js';
export {
  planActions,
  sharedSteps,
  usernamesIn,
  type ActionPlan,
  type NamedRecords,
  type Reader,
  type Scene,
  type SharedEffects,
  type Step,
  type Steps,
} from './quick-actions.rules.js';
export {
  ReferencesView,
  TaskCompletionView,
  presentReferences,
  presentTaskCompletion,
  type ReferenceOrigin,
} from './record.view.js';
export { refused } from './refused.params.js';
export { titleErrors } from './title.rules.js';
