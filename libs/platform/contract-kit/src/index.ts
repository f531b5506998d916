export { type Branded } from './brand.js';
export {
  SERVICE_NAMES,
  defineCommand,
  defineEvent,
  defineQuery,
  type CallContract,
  type CallerName,
  type EventContract,
  type EventDataOf,
  type InputOf,
  type OutputOf,
  type ServiceName,
} from './contract.js';
export { openEnum, openSet } from './open-enum.js';
export {
  ActAsAnswer,
  ActAsQuestion,
  Caller,
  Principal,
  SCOPES,
  UserId,
  UserReference,
  type Scope,
} from './principal.js';
export {
  AccessAnswer,
  AccessLevel,
  AccessQuestion,
  GroupAccess,
  GroupCard,
  GroupReference,
  ProjectAccess,
  ProjectCard,
  ProjectId,
  ProjectReference,
  VISIBILITIES,
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
