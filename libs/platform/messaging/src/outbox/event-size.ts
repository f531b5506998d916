import type { NewOutboxRow } from './outbox-rows.js';

/**
 * Largest event, by `storedBytes`. Kafka takes 1 048 588 bytes for one batch of records (`max.message.bytes` of the topics, and the
 * brokers' default); what is left is for the other headers, and for the error in the header of a dead letter's copy.
 */
export const MAX_EVENT_BYTES = 1_000_000;

/** What an event weighs as a message, but for the headers of bounded length. */
export function storedBytes({
  json,
  key,
  type,
  correlation = '',
  causation = '',
}: Omit<NewOutboxRow, 'topic'>): number {
  const texts = [json, key, key, type, correlation, causation];
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
}
