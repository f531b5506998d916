import Fastify from 'fastify';
import { clock } from '@hearth/testing';
import pg from 'pg';
import { PRODUCER, makeKafka, patchIdleTimers, topic } from './event-clients.js';

// Publishing without an outbox: a transaction, and after its commit a message. A crash in between loses the event.
const MESSAGES_AT_ONCE = 200;

interface Step {
  key: number;
  step: number;
}

patchIdleTimers();
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const producer = makeKafka().producer(PRODUCER);
await producer.connect();

async function transact(work: (client: pg.PoolClient) => Promise<unknown>): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
    return clock();
  } finally {
    client.release();
  }
}

function messageOf({ key, step }: Step, appendedAt: number): { key: string; value: string } {
  return { key: String(key), value: JSON.stringify({ key, step, mood: 'good', appendedAt }) };
}

const fastify = Fastify();

fastify.post<{ Body: Step }>('/append', async ({ body }) => {
  let appendedAt = 0;
  const committedAt = await transact(async (client) => {
    await client.query({
      name: 'progress',
      text: `insert into plain.progress as p (key, step) values ($1, $2)
             on conflict (key) do update set step = excluded.step where p.step < excluded.step`,
      values: [body.key, body.step],
    });
    appendedAt = clock();
  });
  await producer.send({ topic, acks: -1, messages: [messageOf(body, appendedAt)] });
  return { committedAt };
});

fastify.post<{ Body: { firstKey: number; keys: number; stepsPerKey: number } }>(
  '/append-backlog',
  async ({ body: { firstKey, keys, stepsPerKey } }) => {
    const appendedAt = clock();
    const messages = Array.from({ length: keys * stepsPerKey }, (_, index) =>
      messageOf({ key: firstKey + (index % keys), step: Math.floor(index / keys) + 1 }, appendedAt),
    );
    const committedAt = await transact((client) =>
      client.query(
        'insert into plain.progress (key, step) select $1::bigint + n, $3 from generate_series(0, $2 - 1) n',
        [firstKey, keys, stepsPerKey],
      ),
    );
    for (let start = 0; start < messages.length; start += MESSAGES_AT_ONCE)
      await producer.send({ topic, acks: -1, messages: messages.slice(start, start + MESSAGES_AT_ONCE) });
    return { committedAt };
  },
);

process.on('SIGTERM', () => process.exit(0));
process.send!(Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port));
