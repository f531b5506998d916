export { currentOrigin, withOrigin, type Origin } from './origin.js';
export { continueTrace, traceHeaders, traced, type TraceHeaders } from './traces.js';
