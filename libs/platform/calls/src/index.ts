export { Answers } from './answers.js';
export { CallFailed, Calls, answerOr, type CallOptions } from './calls.js';
export { HttpCallServer } from './http-call-server.js';
export { type CallContext } from './incoming-call.js';
export { HttpCalls } from './http-calls.js';
export { LocalCallServer, LocalCalls } from './local-calls.js';
export {
  NoAddress,
  ServiceClient,
  type Destination,
  type ServiceAnswer,
  type ServiceClientOptions,
  type ServiceRequest,
} from './service-client/service-client.js';
export { ProcessProbes, type ProbedProcess } from './service-client/process-probes.js';
export { ServiceMap, type Address } from './service-client/service-map.js';
export { callTimeout as patience, waitingLimit } from './settings.js';
export { CORRELATION_HEADER, REPACKING_HEADER, STORAGE_HEADER, callPurpose, callToken } from './wire.js';
export { sendOutside, Unsendable, type OutgoingAnswer, type OutgoingRequest } from './outgoing/send.js';
export { resolveOnce } from './outgoing/resolve.js';
