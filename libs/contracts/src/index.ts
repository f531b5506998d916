export { ArtifactsMeasuredEvent, PipelineFinishedEvent } from './ci/events.js';
export { AuthenticateJobQuery, LastPipelinesQuery, NewestPipelinesQuery, RefPipelinesQuery } from './ci/queries.js';
export { PIPELINE_STATUSES, PipelineCard, type PipelineStatus } from './ci/types.js';
export { PipelineBasicView, pipelineUrl, presentPipelineBasic } from './ci/views.js';
export { EnsureRootCommand, MintTokenCommand, UserNotFound } from './identity/commands.js';
export { UserCreatedEvent, UserDeletedEvent, UserUpdatedEvent } from './identity/events.js';
export {
  ActAsQuery,
  AuthenticateQuery,
  CheckRegistrationTokenQuery,
  FindSshKeyQuery,
  FindUserIdsQuery,
  ReadSettingsQuery,
  StillValidQuery,
  UsersByIdsQuery,
  WhichUsersExistQuery,
} from './identity/queries.js';
export { Authentication, Credential, TokenScopes, UserCard, UserProfile } from './identity/types.js';
export { UserBasicView, UserView, presentUser, presentUserBasic } from './identity/views.js';
export {
  ClaimUserNamespaceCommand,
  NamespaceReserved,
  NamespaceTaken,
  NamespaceTakenBefore,
  ReleaseUserCommand,
  ResolveLabelsCommand,
  RenameUserNamespaceCommand,
  SoleGroupOwner,
} from './projects/commands.js';
export {
  IssuesMentionedEvent,
  MergeRequestCreatedEvent,
  MergeRequestMergedEvent,
  MergeRequestUpdatedEvent,
} from './merge-requests/events.js';
export { FindMergeRequestQuery, OpenBranchesQuery } from './merge-requests/queries.js';
export {
  AccessRevokedEvent,
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
} from './projects/events.js';
export {
  FindByRunnersTokenQuery,
  FindFullNamespacesQuery,
  FindMilestoneQuery,
  FindMovedProjectQuery,
  FindProjectIdQuery,
  FindProjectReadersQuery,
  LabelsByIdsQuery,
  MilestonesByIdsQuery,
  ProjectsByIdsQuery,
  ReadImportSourceQuery,
  ResolveAccessQuery,
  RecentProjectsQuery,
  VisibleProjectIdsQuery,
  WhichGroupsExistQuery,
  WhichProjectsExistQuery,
} from './projects/queries.js';
export { isReservedOnTop } from './projects/reserved-names.js';
export { Label, Milestone, ProjectName } from './projects/types.js';
export { MilestoneView, NO_TIME, TimeStatsView, presentMilestone } from './projects/views.js';
export {
  DefaultBranchMissing,
  DeleteMergedBranchCommand,
  KeepAroundCommand,
  MergeCommand,
  SetDefaultBranchCommand,
  SyncMergeRequestHeadCommand,
} from './repository/commands.js';
export {
  CommitCommentedEvent,
  DefaultBranchChangedEvent,
  ForkProgressedEvent,
  ImportProgressedEvent,
  RefUpdatedEvent,
  StatisticsMeasuredEvent,
} from './repository/events.js';
export { importUrlFailure, isPublicAddress, type ImportUrlFailure } from './repository/import-url.js';
export {
  CommitMissing,
  CommitsByIdsQuery,
  CanMergeQuery,
  CommitsBetweenQuery,
  ContainsManyQuery,
  DiffQuery,
  FileTextQuery,
  FindCommitQuery,
  FindRefsQuery,
  LocateQuery,
  MergeBaseQuery,
  NewCommitsQuery,
  RefProtectionQuery,
} from './repository/queries.js';
export { CommitCard, FileDiff } from './repository/types.js';
export {
  CommitView,
  DiffEntryView,
  presentCommit,
  presentDiffEntry,
  presentTime,
  titleOf,
} from './repository/views.js';
export { accessContracts } from './access.js';
export {
  CiAuditRecordedEvent,
  IdentityAuditRecordedEvent,
  ProjectsAuditRecordedEvent,
  RepositoryAuditRecordedEvent,
} from './audit.js';
