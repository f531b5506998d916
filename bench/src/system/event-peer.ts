import { randomBytes } from 'node:crypto';
import kafkajs from 'kafkajs';
import { kafkaLogin, type WitnessDatabase } from '@hearth/testing';
import { patchIdleTimers } from '../peers/event-clients.js';
import { startPeer, type Peer } from './child.js';
import type { EventSystem } from './event-system.js';

/** As many as Hearth's topics have. */
const PARTITIONS = 12;

/** The same two services without outbox and inbox: a plain producer and a plain consumer, with tables like the witness' beside its own. */
export async function startEventPeer(
  database: WitnessDatabase,
  { brokers, secrets }: { brokers: string; secrets: string },
): Promise<{ system: EventSystem; stop: () => Promise<void> }> {
  await database.query('create schema plain');
  await database.query('create table plain.progress (like projects.progress including all)');
  await database.query('create table plain.effects (like merge_requests.effects including all)');
  const topic = `plain-${randomBytes(4).toString('hex')}`;
  await createTopic(brokers, secrets, topic);
  const environment = {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: brokers,
    HEARTH_SECRETS: secrets,
    PEER_TOPIC: topic,
  };
  const consumer = await startPeer('event-consumer', environment);
  let publisher: Peer;
  try {
    publisher = await startPeer('event-publisher', environment);
  } catch (error) {
    await consumer.stop();
    throw error;
  }
  const system: EventSystem = {
    effects: 'plain.effects',
    append: (key, step) => post(`${publisher.url}/append`, { key, step }),
    appendBacklog: (backlog) => post(`${publisher.url}/append-backlog`, backlog),
  };
  const stop = async () => {
    await Promise.all([publisher.stop(), consumer.stop()]);
  };
  return { system, stop };
}

async function createTopic(brokers: string, secrets: string, topic: string): Promise<void> {
  patchIdleTimers();
  const sasl = kafkaLogin(secrets);
  const admin = new kafkajs.Kafka({ brokers: brokers.split(','), sasl, logLevel: kafkajs.logLevel.ERROR }).admin();
  await admin.connect();
  await admin.createTopics({ waitForLeaders: true, topics: [{ topic, numPartitions: PARTITIONS }] });
  await admin.disconnect();
}

async function post(url: string, body: object): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { committedAt: number }).committedAt;
}
