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

/** Whether the running work belongs to a trace that is recorded: whether details are worth a span. */
export function isTraced(): boolean {
  return trace.getActiveSpan()?.isRecording() ?? false;
}

/** The ids of the current span, for the log; undefined while traces are off. */
export function currentSpan(): { traceId: string; spanId: string } | undefined {
  return trace.getActiveSpan()?.spanContext();
}

/**
 * Records what has just ended as a child of the current span.
 * @param milliseconds that it took
 * @param failed says that it failed, in a few words
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

/** A span whose end is not the end of a function: a request that is answered by streams, a process. */
export interface OpenSpan {
  /** Does work as a part of the span; as often as needed. */
  within<T>(work: () => T): T;
  /** @param name in place of the first one, once more is known; @param failed says that it failed, in a few words */
  end(details: { name?: string; attributes?: Attributes; failed?: string | undefined }): void;
}

/**
 * Begins a span. The caller ends it, whatever happens.
 * @param headers of the request that asks for the work; the span continues what they name. The current span is the parent without them.
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
