import { clock } from '@hearth/testing';
import pg from 'pg';
import { CONSUMER, PARTITIONS_AT_ONCE, makeKafka, patchIdleTimers, topic } from './event-clients.js';

// Handling without an inbox: the effect in a transaction, also for repeated deliveries.
patchIdleTimers();
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

async function handle(value: string): Promise<void> {
  const { key, step, appendedAt } = JSON.parse(value) as { key: number; step: number; appendedAt: number };
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'effect',
      text: `insert into plain.effects (handler, key, step, attempt, process, appended_at, handled_at)
             values ($1, $2, $3, $4, $5, $6, $7)`,
      values: ['plain', key, step, 1, process.pid, appendedAt, clock()],
    });
    await client.query('commit');
  } finally {
    client.release();
  }
}

const consumer = makeKafka().consumer(CONSUMER);
await consumer.connect();
await consumer.subscribe({ topics: [topic], fromBeginning: true });
const joined = Promise.withResolvers<void>();
consumer.on(consumer.events.GROUP_JOIN, () => joined.resolve());
await consumer.run({
  partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
  eachMessage: ({ message }) => handle(message.value!.toString()),
});
await joined.promise;

process.on('SIGTERM', () => process.exit(0));
// It listens to nothing but Kafka.
process.send!(0);
