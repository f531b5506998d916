import { traceHeaders, type TraceHeaders } from '@hearth/telemetry';

/** Attributes of CloudEvents' distributed tracing extension: the span in which an event was appended. */
const ATTRIBUTES = ['traceparent', 'tracestate'] as const;

/** Returns the current span as message headers; undefined while tracing is off. */
export function traceToStore(): Record<string, string> | undefined {
  const headers = traceHeaders();
  const present = ATTRIBUTES.filter((name) => headers[name] !== undefined);
  if (present.length === 0) return undefined;
  return Object.fromEntries(present.map((name) => [`ce_${name}`, headers[name]!]));
}

/** Reads the span that `traceToStore` wrote into message headers; undefined without one. */
export function traceFrom(headers: Readonly<Record<string, string>>): TraceHeaders | undefined {
  const present = ATTRIBUTES.filter((name) => headers[`ce_${name}`] !== undefined);
  if (present.length === 0) return undefined;
  return Object.fromEntries(present.map((name) => [name, headers[`ce_${name}`]!]));
}
