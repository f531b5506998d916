import { TestDatabase, until } from '@hearth/data/testing';
import { TestKafka } from '../testing/kafka/own-kafka.js';
import { SampleApp } from '../testing/sample-app.js';
import { ciSchema, projectsSchema, repositorySchema } from '../testing/sample-events.js';
import { createTopics } from './create-topics.js';
import { makeAdmin } from './kafka-clients.js';

const GROUPS = ['recovery.repository', 'recovery.ci'];

describe('after the broker was away', () => {
  const { KAFKA_BROKERS, HEARTH_TOPIC_PREFIX } = process.env;
  const clock = Date.now;
  let kafka: TestKafka;
  let database: TestDatabase;
  let app: SampleApp;
  let projects = 0;

  beforeAll(async () => {
    kafka = await TestKafka.start();
    process.env['KAFKA_BROKERS'] = kafka.address;
    process.env['HEARTH_TOPIC_PREFIX'] = 'recovery';
    await createTopics();
    database = await TestDatabase.make([projectsSchema, repositorySchema, ciSchema]);
    app = await SampleApp.start('kafka');
    await handled(await append());
  }, 240_000);

  afterAll(async () => {
    Date.now = clock;
    await app?.stop();
    await kafka?.remove();
    await database?.drop();
    Object.assign(process.env, { KAFKA_BROKERS, HEARTH_TOPIC_PREFIX });
    if (HEARTH_TOPIC_PREFIX === undefined) delete process.env['HEARTH_TOPIC_PREFIX'];
  }, 60_000);

  async function append(): Promise<number> {
    const projectId = ++projects;
    await app.append([{ projectId, step: 1, mood: 'good' }]);
    return projectId;
  }

  const handled = (projectId: number) =>
    until(`project ${projectId} is handled everywhere`, async () => {
      const [row] = await database.query<{ effects: number }>(
        `select ((select count(*) from repository.effects where project_id = $1)
               + (select count(*) from ci.effects where project_id = $1))::int as effects`,
        [projectId],
      );
      return row?.effects === 4;
    });

  /** Lists the member ids of the two groups in the broker. */
  async function members(): Promise<string[]> {
    const admin = makeAdmin({ brokers: [kafka.address] }, 'test');
    await admin.connect();
    const { groups } = await admin.describeGroups(GROUPS);
    await admin.disconnect();
    return groups.flatMap((group) => group.members.map(({ memberId }) => memberId)).sort();
  }

  /** Makes heartbeats due from now on, by kafkajs' clock: kafkajs stopped when one was due at the moment in which the connection closed. */
  function makeHeartbeatsDue(): void {
    const { now } = Date;
    Date.now = () => now() + 2_000;
  }

  it('members keep their ids when it was killed, so that no session has to expire first', async () => {
    const before = await members();
    expect(before).toHaveLength(2);
    for (let death = 1; death <= 2; death++) {
      makeHeartbeatsDue();
      await kafka.kill();
      const waiting = await append();
      await kafka.restart();
      await handled(waiting);
      await handled(await append());
      expect(await members()).toEqual(before);
    }
    await until('all is well', () => Promise.resolve(app.messaging.healthy()));
  }, 240_000);

  it('events go on when it was frozen', async () => {
    kafka.freeze();
    const waiting = await append();
    try {
      await until('the consumers notice', () =>
        Promise.resolve(app.messaging.problems().some((problem) => problem.includes('does not answer'))),
      );
    } finally {
      kafka.thaw();
    }
    await handled(waiting);
    expect(app.messaging.stuck()).toEqual([]);
  }, 120_000);
});
