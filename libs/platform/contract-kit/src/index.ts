export { AuditRecord, auditRecordedEvent } from './audit-record.js';
export { type Branded } from './brand.js';
export {
  defineCommand,
  defineEvent,
  defineQuery,
  type CallContract,
  type EventContract,
  type EventDataOf,
  type InputOf,
  type OutputOf,
} from './contract.js';
export { openEnum, openSet } from './open-enum.js';
export {
  ActAsOutput,
  ActAsInput,
  Caller,
  Principal,
  SCOPES,
  UserId,
  UserReference,
  type PublicAddresses,
  type Scope,
} from './principal.js';
export { FirstCommit } from './first-commit.js';
export {
  ResolveAccessOutput,
  AccessLevel,
  ResolveAccessInput,
  FEATURE_ACCESS_LEVELS,
  MERGE_METHODS,
  SQUASH_OPTIONS,
  GroupAccess,
  GroupCard,
  GroupReference,
  ProjectAccess,
  ProjectCard,
  ProjectFeatures,
  ProjectId,
  ProjectReference,
  PROJECT_CREATION_LEVELS,
  VISIBILITIES,
  type FeatureAccessLevel,
  type MergeMethod,
  type SquashOption,
  type ProjectCreationLevel,
  type ProjectFeature,
  type Visibility,
} from './project-card.js';
export {
  Refusal,
  defineRefusal,
  type AnyRefusalDefinition,
  type RefusalBody,
  type RefusalDefinition,
  type RefusalRecord,
} from './refusal.js';
export { secretText } from './secret-text.js';
export { SERVICE_NAMES, type CallerName, type ServiceName } from './service-names.js';
export { WrongStorage } from './wrong-storage.js';
export { withoutCredentials } from './without-credentials.js';
export { matchesWildcard } from './wildcard.js';
