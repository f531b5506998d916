import { renderTrace, type TraceLog, type TraceState } from './trace-log.rules.js';

// Program of the threads of TraceThreads.

export function render({ text, from }: { text: string; from: TraceState }): TraceLog {
  return renderTrace(text, from);
}
