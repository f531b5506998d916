export { EnsureRoot, MintToken, UserNotFound } from './identity/commands.js';
export { UserCreated, UserDeleted, UserUpdated } from './identity/events.js';
export { ActAs, Authenticate, ReadSettings, UsersByIds } from './identity/queries.js';
export { Authentication, Credential, TokenScopes, UserCard } from './identity/types.js';
export { UserBasicView, presentUserBasic } from './identity/views.js';
export {
  ClaimUserNamespace,
  NamespaceReserved,
  NamespaceTaken,
  ReleaseUser,
  RenameUserNamespace,
  SoleGroupOwner,
} from './projects/commands.js';
export { AccessRevoked, ImportRequested, ProjectCreated, ProjectDeleted } from './projects/events.js';
export {
  FindFullNamespaces,
  FindMovedProject,
  FindProjectId,
  ReadImportSource,
  ResolveAccess,
} from './projects/queries.js';
export { isReservedOnTop } from './projects/reserved-names.js';
export { DefaultBranchMissing, SetDefaultBranch } from './repository/commands.js';
export { DefaultBranchChanged, ImportProgressed, RefUpdated, StatisticsMeasured } from './repository/events.js';
export { importUrlFailure, isPublicAddress, type ImportUrlFailure } from './repository/import-url.js';
export { Locate } from './repository/queries.js';
export { accessContracts } from './access.js';
export { openApi, routeEntries } from './generated.js';
