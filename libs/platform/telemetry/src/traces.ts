import {
  SpanKind,
  SpanStatusCode,
  context,
  propagation,
  trace,
  type Attributes,
  type Context,
} from '@opentelemetry/api';

/** The W3C trace context of a span as headers (`traceparent`, `tracestate`); empty while traces are off. */
export type TraceHeaders = Readonly<Record<string, string>>;

const tracer = trace.getTracer('hearth');

/**
 * Does work within a span of its own, a child of the current one. Its failure is the span's.
 * @param name low in variety: a route, a contract, an event's type
 */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<T> {
  return within(context.active(), name, kind, attributes, work);
}

/** Like `traced`, for work that another process asked for: the span is a child of the one that the headers name. */
export function continueTrace<T>(
  headers: Readonly<Record<string, unknown>>,
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return within(propagation.extract(context.active(), headers), name, kind, attributes, work);
}

/** The current span for another process, or for later. */
export function traceHeaders(): TraceHeaders {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

function within<T>(
  parent: Context,
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.recordException(error as Error);
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).message });
      throw error;
    } finally {
      span.end();
    }
  });
}
