export { currentOrigin, setActor, setTarget, withOrigin, type Origin, type RunningRequest } from './origin.js';
export { startTraces, tracesRun, type RunningTraces } from './sdk.js';
export {
  continueTrace,
  currentSpan,
  isTraced,
  openSpan,
  pastSpan,
  traceHeaders,
  traced,
  type OpenSpan,
  type TraceHeaders,
} from './traces.js';
