export {
  EnsureRootCommand,
  MakeAdminCommand,
  MintTokenCommand,
  SendMailCommand,
  SignJobTokensCommand,
  UserNotFound,
  type MailContent,
  type TokenJob,
} from './commands.js';
export {
  SshKeyChangedEvent,
  UserCreatedEvent,
  UserDeletedEvent,
  UserUpdatedEvent,
  IdentityAuditRecordedEvent,
} from './events.js';
export {
  ActAsQuery,
  AuthenticateQuery,
  CheckRegistrationTokenQuery,
  CountUsersQuery,
  DeployKeyGrantQuery,
  DeployTokenGrantQuery,
  FindSshKeyQuery,
  JobTokenGrantQuery,
  FindUserByAddressQuery,
  FindUserIdsQuery,
  ReadSettingsQuery,
  MailAddressQuery,
  StillValidQuery,
  UsersByIdsQuery,
  WhichUsersExistQuery,
} from './queries.js';
export {
  MOST_SIGNATURE,
  MOST_SIGNED_BYTES,
  SIGNATURE_STATUSES,
  SIGNATURE_TYPES,
  SignaturesBusy,
  VerifySignatureQuery,
  type SignatureStatus,
} from './signatures.js';
export { Authentication, Credential, TokenScopes, UserCard, UserProfile } from './types.js';
export { UserBasicView, UserView, presentUser, presentUserBasic } from './views.js';
