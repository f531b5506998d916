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
export {
  Refusal,
  defineRefusal,
  type AnyRefusalDefinition,
  type RefusalBody,
  type RefusalDefinition,
  type RefusalRecord,
} from './refusal.js';
