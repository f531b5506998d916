import { SpanKind } from '@opentelemetry/api';
import { continueTrace, traceHeaders, type TraceHeaders } from '@hearth/telemetry';
import type { OutboxRow } from './outbox-rows.js';

/**
 * Sends rows, each in a span of its own that continues the one in which it was appended; a row without a trace is sent without a span.
 * @param send gets each row with the headers of its span; the spans end with it
 */
export async function sendTraced<T>(
  rows: readonly OutboxRow[],
  send: (rows: readonly (readonly [OutboxRow, TraceHeaders])[]) => Promise<T>,
): Promise<T> {
  const sent = Promise.withResolvers<T>();
  const spans: Promise<unknown>[] = [];
  const traced = rows.map((row) => {
    if (!row.event.trace) return [row, {}] as const;
    let headers: TraceHeaders = {};
    const attributes = { 'messaging.operation.type': 'send', 'messaging.message.id': row.event.id };
    spans.push(
      continueTrace(row.event.trace, `send ${row.event.type}`, SpanKind.PRODUCER, attributes, () => {
        headers = traceHeaders();
        return sent.promise;
      }),
    );
    return [row, headers] as const;
  });
  send(traced).then(sent.resolve, sent.reject);
  await Promise.allSettled(spans);
  return sent.promise;
}
