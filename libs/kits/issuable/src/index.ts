export { isFoundByIndex, issuableConditions, type IssuableTables } from './list.finder.js';
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
export { milestoneFilter } from './milestone-filter.rules.js';
export { rareLabelOf } from './rare-label.finder.js';
export { SEARCHED_TOTAL, searchedPage, type SearchedList } from './searched-page.finder.js';
export {
  issuableFilters,
  issuableListParams,
  LIST_SCOPES,
  severalProjectsParams,
  type IssuableFilters,
} from './list.params.js';
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
export { presentReferences, presentTaskCompletion, type ReferenceOrigin } from './record.view.js';
export { resourceEventsOf, type EventFields } from './resource-events/resource-event.rules.js';
export { ResourceEventFacts } from './resource-events/resource-event.facts.js';
export type { EventUser } from './resource-events/resource-event.view.js';
export { resourceEventsController } from './resource-events/resource-events.controller.js';
export { ResourceEvents } from './resource-events/resource-events.js';
export { ResourceEventsStore } from './resource-events/resource-events.store.js';
export { titleErrors } from './title.rules.js';
export { toggledTask, versionOf } from './tasks/task.rules.js';
export { TIME_ACTIONS, TIME_STEPS } from './time-tracking/time-actions.rules.js';
export { presentTimeStats } from './time-tracking/time-stats.view.js';
export { TimeInvalid, TimeTracking } from './time-tracking/time-tracking.js';
export { timeTrackingController } from './time-tracking/time-tracking.controller.js';
export { timeNotes, timesAfter, type TimeChange, type Times } from './time-tracking/times.rules.js';
