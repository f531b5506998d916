import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import { isStorableJson } from '@hearth/data';
import type { TraceHeaders } from '@hearth/telemetry';
import { serviceNamed, type EventEnvelope } from '../event.js';
import type { OutboxRow } from '../outbox/outbox-rows.js';

/** Few messages contain one of these escapes; only those are checked fully. */
const UNSTORABLE_PERHAPS = /\\u(?:0000|d[89a-f])/i;

/** A message that is not a valid Hearth event. */
export class UnreadableMessage extends Error {}

/**
 * Encodes an outbox row as a Kafka message: CloudEvents 1.0, binary mode.
 * @param trace the span that sends it; the row's own headers have the one that appended it
 */
export function toMessage({ event, headers }: OutboxRow, trace: TraceHeaders = {}): Message {
  return {
    key: event.key,
    value: JSON.stringify(event.data),
    headers: {
      ce_specversion: '1.0',
      ce_id: event.id,
      ce_type: event.type,
      ce_source: event.source,
      ce_time: event.time.toISOString(),
      ce_subject: event.key,
      'content-type': 'application/json',
      ...(event.actor !== undefined && { hearth_actor: String(event.actor) }),
      ...(event.correlation !== undefined && { hearth_correlation: event.correlation }),
      ...(event.causation !== undefined && { hearth_causation: event.causation }),
      ...(event.onlyFor !== undefined && { hearth_only_for: event.onlyFor }),
      ...trace,
      ...headers,
    },
  };
}

/** Reads the type of a message before anything else is parsed: most messages are of types without a reaction. */
export function typeOf(message: KafkaMessage): string | undefined {
  return header(message.headers, 'ce_type');
}

/**
 * Decodes the event in a message.
 * @throws UnreadableMessage
 */
export function fromMessage(message: KafkaMessage): EventEnvelope {
  const read = (name: string) => header(message.headers, name);
  const required = (name: string) => {
    const value = read(name);
    if (value === undefined) throw new UnreadableMessage(`the message has no header ${name}`);
    return value;
  };
  const id = required('ce_id');
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new UnreadableMessage('ce_id is not a UUID');
  const source = serviceNamed(required('ce_source'));
  if (!source) throw new UnreadableMessage('ce_source is not a service');
  const time = new Date(required('ce_time'));
  if (Number.isNaN(time.getTime())) throw new UnreadableMessage('ce_time is not a time');
  const actor = Number(read('hearth_actor') ?? 0);
  if (!Number.isSafeInteger(actor)) throw new UnreadableMessage('hearth_actor is not an id');
  const texts = {
    type: required('ce_type'),
    key: message.key?.toString() ?? '',
    correlation: read('hearth_correlation'),
    causation: read('hearth_causation'),
    onlyFor: read('hearth_only_for'),
  };
  // Neither its effect nor its dead letter could be stored.
  if (!isStorableJson(texts)) throw new UnreadableMessage('a header or the key holds what PostgreSQL cannot');
  return { id, source, time, ...texts, data: parse(message.value), actor: actor || undefined, trace: traceOf(read) };
}

/** Returns the span that sent the message, or by default the one that appended the event. */
function traceOf(read: (name: string) => string | undefined): TraceHeaders | undefined {
  const traceparent = read('traceparent') ?? read('ce_traceparent');
  if (traceparent === undefined) return undefined;
  const tracestate = read('tracestate') ?? read('ce_tracestate');
  return { traceparent, ...(tracestate !== undefined && { tracestate }) };
}

function parse(value: Buffer | null): unknown {
  const text = value?.toString() ?? '';
  const data = parsed(text);
  if (UNSTORABLE_PERHAPS.test(text) && !isStorableJson(data))
    throw new UnreadableMessage('the value holds what PostgreSQL cannot');
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableMessage('the value is not JSON');
  }
}

function header(headers: IHeaders | undefined, name: string): string | undefined {
  const value = headers?.[name];
  return Array.isArray(value) ? value[0]?.toString() : value?.toString();
}
