import type { NewOutboxRow } from './outbox-rows.js';

/**
 * Largest event, by `storedBytes`. Kafka accepts 1 048 588 bytes for one batch of records (`max.message.bytes` of the topics, and the
 * brokers' default); the rest is for the other headers, and for the error in the header of a dead letter's copy.
 */
export const MAX_EVENT_BYTES = 1_000_000;

/** Size of an event as a message, without the headers of bounded length. */
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
