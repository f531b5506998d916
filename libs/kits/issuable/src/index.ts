export { issuableConditions, type IssuableTables } from './list.finder.js';
export { issuableFilters, issuableListParams, type IssuableFilters, type MilestoneFilter } from './list.params.js';
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
export { titleErrors } from './title.rules.js';
