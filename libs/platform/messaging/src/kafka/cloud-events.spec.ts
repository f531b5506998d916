import type { KafkaMessage } from 'kafkajs';
import type { OutboxRow } from '../outbox/outbox-rows.js';
import { UnreadableMessage, fromMessage, toMessage, typeOf } from './cloud-events.js';
import { boundedBatch } from './kafka.forwarder.js';

const row: OutboxRow = {
  id: 1,
  topic: 'projects',
  headers: {},
  event: {
    id: '0c9a4c0e-59a8-4a3f-8f3f-5f0f4e3ad001',
    type: 'projects.project-created',
    source: 'projects',
    time: new Date('2026-11-21T10:00:00.000Z'),
    key: '42',
    data: { projectId: 42, name: 'häuschen' },
    actor: 7,
    correlation: 'request-1',
  },
};

/** A message as it comes back from the broker: bytes. */
function received(message: ReturnType<typeof toMessage>): KafkaMessage {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, Buffer.from(String(value))]);
  return {
    key: Buffer.from(String(message.key)),
    value: Buffer.from(String(message.value)),
    headers: Object.fromEntries(headers) as Record<string, Buffer>,
    offset: '0',
    timestamp: '0',
    attributes: 0,
  };
}

describe('events as messages', () => {
  it('come back as they were', () => {
    const message = received(toMessage(row));
    expect(typeOf(message)).toBe('projects.project-created');
    expect(fromMessage(message)).toEqual({ ...row.event, causation: undefined, onlyFor: undefined });
  });

  it('carry the attributes of CloudEvents', () => {
    expect(toMessage(row).headers).toMatchObject({
      ce_specversion: '1.0',
      ce_source: 'projects',
      ce_subject: '42',
      ce_time: '2026-11-21T10:00:00.000Z',
      hearth_actor: '7',
    });
  });

  it('let further headers win, such as the time of a replayed event', () => {
    const replayed = { ...row, headers: { ce_time: '2026-01-01T00:00:00.000Z' } };
    expect(fromMessage(received(toMessage(replayed))).time).toEqual(new Date('2026-01-01T00:00:00.000Z'));
  });

  it.each([
    ['ce_id', undefined, 'no header ce_id'],
    ['ce_id', '17', 'not a UUID'],
    ['ce_source', 'elsewhere', 'not a service'],
    ['ce_time', 'noon', 'not a time'],
    ['hearth_actor', 'ada', 'not an id'],
    ['hearth_correlation', 'a\0b', 'what PostgreSQL cannot'],
  ])('are refused with %s = %p', (name, value, reason) => {
    const message = received(toMessage(row));
    const headers = { ...message.headers, [name]: value === undefined ? undefined : Buffer.from(value) };
    expect(() => fromMessage({ ...message, headers } as KafkaMessage)).toThrow(reason);
  });

  it('are refused when they are not JSON', () => {
    const message = { ...received(toMessage(row)), value: Buffer.from('{') };
    expect(() => fromMessage(message)).toThrow(UnreadableMessage);
  });

  it.each([String.raw`{"name": "a\u0000b"}`, String.raw`["\uD83D"]`])(
    'are refused when nothing of them could be stored: %s',
    (json) => {
      const message = received(toMessage(row));
      expect(() => fromMessage({ ...message, value: Buffer.from(json) })).toThrow('what PostgreSQL cannot');
      expect(() => fromMessage({ ...message, key: Buffer.from('4\0x') })).toThrow('what PostgreSQL cannot');
    },
  );

  it('may hold what only looks like it', () => {
    const message = received(toMessage({ ...row, event: { ...row.event, data: String.raw`\u0000 😀` } }));
    expect(fromMessage(message).data).toBe(String.raw`\u0000 😀`);
    expect(fromMessage({ ...message, value: Buffer.from(String.raw`"\ud83d\ude00"`) }).data).toBe('😀');
  });

  it('continue the trace of the sender, else of the append', () => {
    const headers = { ce_traceparent: '00-appended', ce_tracestate: 'x=1' };
    const told = fromMessage(received(toMessage({ ...row, headers })));
    expect(told.trace).toEqual({ traceparent: '00-appended', tracestate: 'x=1' });
    const sent = fromMessage(received(toMessage({ ...row, headers }, { traceparent: '00-sent' })));
    expect(sent.trace?.['traceparent']).toBe('00-sent');
    expect(fromMessage(received(toMessage(row))).trace).toBeUndefined();
  });
});

describe('boundedBatch', () => {
  const large = { ...row, event: { ...row.event, data: 'ä'.repeat(300_000) } };

  it('takes what fits one request, and always one', () => {
    expect(boundedBatch([row, row])).toHaveLength(2);
    expect(boundedBatch([large, row, large, row])).toHaveLength(2);
    expect(boundedBatch([{ ...row, event: { ...row.event, data: 'x'.repeat(1_100_000) } }, row])).toHaveLength(1);
  });
});
