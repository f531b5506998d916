export {
  CodeSearchBusy,
  FoundLines,
  MOST_PATH_FILTERS,
  MOST_SEARCH_TEXT,
  PathFilter,
  SearchBlobsQuery,
  SearchCommitsQuery,
} from './code-search.js';
export { CommitRights, commitAbilities, commitRights } from './commit-rights.js';
export {
  CommitComment,
  CommitCommentersQuery,
  CommitCommentsByIdsQuery,
  DiffExcerptsQuery,
  DiffPlace,
  ExcerptLine,
} from './commit-comments.js';
export {
  DefaultBranchMissing,
  DeleteMergedBranchCommand,
  FollowPrimaryCommand,
  KeepAroundCommand,
  InitializeRepositoryCommand,
  MergeCommand,
  PrepareMergeCommand,
  RebaseCommand,
  ReplaceLinesCommand,
  SetDefaultBranchCommand,
  SyncMergeRequestHeadCommand,
  TryMergeCommand,
} from './commands.js';
export {
  CommitCommentedEvent,
  DefaultBranchChangedEvent,
  ForkProgressedEvent,
  ImportProgressedEvent,
  LfsMeasuredEvent,
  RefUpdatedEvent,
  ReleaseCreatedEvent,
  ReleaseDeletedEvent,
  ReleaseUpdatedEvent,
  RepositoryAuditRecordedEvent,
  StatisticsMeasuredEvent,
} from './events.js';
export {
  GIT_PROGRAMS,
  GitSession,
  GitSessions,
  SESSION_STATUS,
  type GitProgram,
  type SessionStreams,
} from './git-sessions.js';
export { importUrlFailure, isPublicAddress, type ImportUrlFailure } from './import-url.js';
export {
  CommitMissing,
  RepositoryFull,
  CommitsByIdsQuery,
  CanMergeQuery,
  ChangedPathsQuery,
  CommitsBetweenQuery,
  ContainingQuery,
  ContainsManyQuery,
  DiffQuery,
  FileIdsQuery,
  FilePathsQuery,
  FileTextQuery,
  FindCommitQuery,
  FindRefsQuery,
  LocateQuery,
  MergeBaseQuery,
  NewCommitsQuery,
  NewestReleaseQuery,
  ProtectedRefsQuery,
  PushDetailsQuery,
  PushedCommit,
  RefProtectionQuery,
} from './queries.js';
export { FRAMES, GIT_SESSIONS_PATH, frame, frameHead, framesOf, type Frame, type FrameKind } from './session-frames.js';
export { CommitCard, FileDiff, ReleaseCard } from './types.js';
export {
  CommitView,
  DiffEntryView,
  TemplateNameView,
  TemplateView,
  presentCommit,
  presentDiffEntry,
  titleOf,
} from './views.js';
export { presentTime } from './present-time.js';
export { linesOf, type PatchLine } from './patch-lines.js';
