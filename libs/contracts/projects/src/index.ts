export {
  ClaimUserNamespaceCommand,
  NamespaceReserved,
  NamespaceTaken,
  NamespaceTakenBefore,
  ReleaseUserCommand,
  ResolveLabelsCommand,
  RenameUserNamespaceCommand,
  SoleGroupOwner,
} from './commands.js';
export {
  AccessRevokedEvent,
  RepositoryCopiesChangedEvent,
  ForkRequestedEvent,
  ForkUnlinkedEvent,
  LabelDeletedEvent,
  LabelUpdatedEvent,
  MergeRequestMentionedEvent,
  MilestoneDeletedEvent,
  MilestoneUpdatedEvent,
  ImportRequestedEvent,
  ProjectCreatedEvent,
  GroupDeletedEvent,
  ProjectDeletedEvent,
  ProjectUpdatedEvent,
  ProjectsAuditRecordedEvent,
} from './events.js';
export {
  FindByRunnersTokenQuery,
  FindFullNamespacesQuery,
  FindMilestoneQuery,
  FindMovedProjectQuery,
  FindProjectIdQuery,
  FindProjectReadersQuery,
  GroupProjectIdsQuery,
  LabelsByIdsQuery,
  MilestonesByIdsQuery,
  ProjectsByIdsQuery,
  ReadImportSourceQuery,
  RepositoryCopiesQuery,
  ResolveAccessQuery,
  RecentProjectsQuery,
  VisibleProjectIdsQuery,
  WhichGroupsExistQuery,
  WhichProjectsExistQuery,
} from './queries.js';
export { isReservedOnTop } from './reserved-names.js';
export { Label, Milestone, ProjectName } from './types.js';
export { MilestoneView, NO_TIME, TimeStatsView, presentMilestone } from './views.js';
