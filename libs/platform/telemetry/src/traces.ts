import {
  SpanKind,
  SpanStatusCode,
  context,
  propagation,
  trace,
  type Attributes,
  type Context,
} from '@opentelemetry/api';

/** The W3C trace context of a span as headers (`traceparent`, `tracestate`); empty while tracing is off. */
export type TraceHeaders = Readonly<Record<string, string>>;

const tracer = trace.getTracer('hearth');

/**
 * Runs work in a new child span of the current one. A failure of the work is recorded on the span.
 * @param name low in cardinality: a route, a contract, an event's type
 */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<T> {
  return within(context.active(), name, kind, attributes, work);
}

/** Like `traced`, for work that another process requested: the span is a child of the one in the headers. */
export function continueTrace<T>(
  headers: Readonly<Record<string, unknown>>,
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return within(propagation.extract(context.active(), headers), name, kind, attributes, work);
}

/** Returns the current span as headers, for another process or for later. */
export function traceHeaders(): TraceHeaders {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Returns true when the running work belongs to a recorded trace, so that spans for details are worthwhile. */
export function isTraced(): boolean {
  return trace.getActiveSpan()?.isRecording() ?? false;
}

/** Returns the ids of the current span, for the log; undefined while tracing is off. */
export function currentSpan(): { traceId: string; spanId: string } | undefined {
  return trace.getActiveSpan()?.spanContext();
}

/**
 * Records work that has just ended as a child of the current span.
 * @param milliseconds its duration
 * @param failed a short reason, when it failed
 */
export function pastSpan(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  milliseconds: number,
  failed: string | undefined,
): void {
  const span = tracer.startSpan(name, { kind, attributes, startTime: Date.now() - milliseconds });
  if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed });
  span.end();
}

/** A span that outlasts a function: a request that is answered by streams, a process. */
export interface OpenSpan {
  /** Runs work as a part of the span; may be called several times. */
  within<T>(work: () => T): T;
  /**
   * Ends the span.
   * @param name in place of the first one, once more is known
   * @param failed a short reason, when it failed
   */
  end(details: { name?: string; attributes?: Attributes; failed?: string | undefined }): void;
}

/**
 * Starts a span. The caller must end it.
 * @param headers of the request for the work; the span continues their trace, or by default the current span
 */
export function openSpan(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  headers?: Readonly<Record<string, unknown>>,
): OpenSpan {
  const parent = headers ? propagation.extract(context.active(), headers) : context.active();
  const span = tracer.startSpan(name, { kind, attributes }, parent);
  const inside = trace.setSpan(parent, span);
  return {
    within: (work) => context.with(inside, work),
    end({ name: better, attributes: more = {}, failed }) {
      if (better) span.updateName(better);
      span.setAttributes(more);
      if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed });
      span.end();
    },
  };
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
