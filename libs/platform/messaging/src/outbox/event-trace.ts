import { traceHeaders, type TraceHeaders } from '@hearth/telemetry';

/** The attributes of CloudEvents' distributed tracing extension: the span in which an event came to be. */
const ATTRIBUTES = ['traceparent', 'tracestate'] as const;

/** The current span as message headers; undefined while traces are off. */
export function traceToStore(): Record<string, string> | undefined {
  const headers = traceHeaders();
  const present = ATTRIBUTES.filter((name) => headers[name] !== undefined);
  if (present.length === 0) return undefined;
  return Object.fromEntries(present.map((name) => [`ce_${name}`, headers[name]!]));
}

/** The span that `traceToStore` wrote into message headers; undefined without one. */
export function traceFrom(headers: Readonly<Record<string, string>>): TraceHeaders | undefined {
  const present = ATTRIBUTES.filter((name) => headers[`ce_${name}`] !== undefined);
  if (present.length === 0) return undefined;
  return Object.fromEntries(present.map((name) => [name, headers[`ce_${name}`]!]));
}
