import { randomBytes } from 'node:crypto';
import { MAX_EVENT_BYTES } from './outbox/event-size.js';
import { createTopics } from './kafka/create-topics.js';
import { makeAdmin, makeProducer } from './kafka/kafka-clients.js';
import { eventsBehave, works } from './testing/events-behave.js';
import { SampleApp } from './testing/sample-app.js';
import { ciSchema, projectsSchema, repositorySchema } from './testing/sample-events.js';
import { TestDatabase, until } from '@hearth/data/testing';
import { PARTITIONS, TOPICS, topicName } from './topics.js';

const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);
const prefix = `test-${randomBytes(4).toString('hex')}`;

describe('events through Kafka', () => {
  beforeAll(async () => {
    if (!brokers.length) throw new Error('KAFKA_BROKERS is not set: these specs need a real Kafka');
    process.env['HEARTH_TOPIC_PREFIX'] = prefix;
    expect(await createTopics(undefined, brokers, prefix)).toHaveLength(TOPICS.length);
  }, 30_000);

  afterAll(async () => {
    delete process.env['HEARTH_TOPIC_PREFIX'];
    const admin = makeAdmin({ brokers }, 'test');
    await admin.connect();
    await admin.deleteTopics({ topics: TOPICS.map((topic) => topicName(prefix, topic)) });
    await admin.disconnect();
  }, 30_000);

  it('makes each topic once, with its partitions', async () => {
    expect(await createTopics(undefined, brokers, prefix)).toEqual([]);
    const admin = makeAdmin({ brokers }, 'test');
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata({ topics: [topicName(prefix, 'projects')] });
    await admin.disconnect();
    expect(topics[0]?.partitions).toHaveLength(PARTITIONS);
  }, 30_000);

  eventsBehave('kafka');

  it('keeps events while Kafka is away, says so, and sends them when it is back', async () => {
    const database = await TestDatabase.make([projectsSchema, repositorySchema, ciSchema]);
    // A port that nothing listens on.
    process.env['KAFKA_BROKERS'] = '127.0.0.1:1';
    const cutOff = await SampleApp.start('kafka');
    await cutOff.append([{ projectId: 1, step: 1, mood: 'good' }]);
    await until('the relay complains', () =>
      Promise.resolve(cutOff.messaging.problems().some((problem) => problem.includes('projects cannot publish'))),
    );
    expect(cutOff.messaging.ready()).toBe(false);
    await cutOff.stop();
    expect(await database.query('select type from projects.outbox where published_at is null')).toHaveLength(1);

    process.env['KAFKA_BROKERS'] = brokers.join(',');
    const connected = await SampleApp.start('kafka');
    await until('it is handled', async () => (await database.query('select from ci.effects')).length === 2);
    await until('all is well', () => works(connected.messaging));
    await connected.stop();
    await database.drop();
  }, 90_000);

  it('keeps a message that is no event as a dead letter and goes on', async () => {
    const database = await TestDatabase.make([projectsSchema, repositorySchema, ciSchema]);
    const app = await SampleApp.start('kafka');
    const producer = makeProducer({ brokers }, 'test');
    await producer.connect();
    const topic = topicName(prefix, 'projects');
    await producer.send({
      topic,
      messages: [
        { key: '5', value: 'not JSON', headers: { ce_type: 'projects.step-done', ce_id: crypto.randomUUID() } },
      ],
    });
    await producer.disconnect();
    await app.append([{ projectId: 5, step: 1, mood: 'good' }]);
    await until('the next is handled', async () => {
      const rows = await database.query(`select from repository.effects where project_id = 5 and handler = 'first'`);
      return rows.length === 1;
    });
    const letters = (await app.deadLetters.list()).filter(({ event }) => event.key === '5');
    expect(letters).toMatchObject([{ handler: undefined, error: 'the message has no header ce_source' }]);
    expect(await app.deadLetters.replay()).toBe(0);
    await app.stop();
    await database.drop();
  }, 90_000);

  it('carries the largest event that may be appended, and its dead letter', async () => {
    const database = await TestDatabase.make([projectsSchema, repositorySchema, ciSchema]);
    const app = await SampleApp.start('kafka');
    // Two bytes each; what the contract does not know is dropped by the reader.
    const filling = 'ä'.repeat((MAX_EVENT_BYTES - 200) / 2);
    const data = JSON.stringify({ projectId: 6, step: 1, mood: 'poison', filling });
    await database.query(
      `insert into projects.outbox (topic, type, key, data) values ('projects', 'projects.step-done', '6', $1)`,
      [data],
    );
    await app.append([{ projectId: 6, step: 2, mood: 'good' }]);
    await until('it is given up and the next is handled', async () => {
      const rows = await database.query(`select from repository.effects where project_id = 6 and handler = 'first'`);
      return rows.length === 1;
    });
    expect(await app.deadLetters.list()).toMatchObject([{ handler: 'OnStepDone', event: { data: { filling } } }]);
    await until('its copy has left', async () => {
      const rows = await database.query(`select from repository.outbox where published_at is null`);
      return rows.length === 0;
    });
    await app.stop();
    await database.drop();
  }, 90_000);
});
