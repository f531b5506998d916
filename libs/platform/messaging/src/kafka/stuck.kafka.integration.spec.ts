import { SwallowingProxy, TestDatabase, freePort, until } from '@hearth/data/testing';
import { TestKafka, answers } from '../testing/kafka/own-kafka.js';
import { SampleApp } from '../testing/sample-app.js';
import { ciSchema, projectsSchema, repositorySchema } from '../testing/sample-events.js';
import { createTopics } from './create-topics.js';

describe('a consumer whose connection is dead', () => {
  const { KAFKA_BROKERS, HEARTH_TOPIC_PREFIX } = process.env;
  let kafka: TestKafka;
  let proxy: SwallowingProxy;
  let database: TestDatabase;
  let app: SampleApp;

  beforeAll(async () => {
    const [port, advertisedPort] = [await freePort(), await freePort()];
    kafka = await TestKafka.start({ listeners: [{ name: 'PROXIED', protocol: 'PLAINTEXT', port, advertisedPort }] });
    proxy = await SwallowingProxy.start(advertisedPort, port);
    process.env['KAFKA_BROKERS'] = `127.0.0.1:${advertisedPort}`;
    process.env['HEARTH_TOPIC_PREFIX'] = 'stuck';
    await createTopics(undefined, [kafka.address]);
    database = await TestDatabase.make([projectsSchema, repositorySchema, ciSchema]);
    app = await SampleApp.start('kafka');
  }, 240_000);

  afterAll(async () => {
    await app?.stop();
    await proxy?.stop();
    await kafka?.remove();
    await database?.drop();
    Object.assign(process.env, { KAFKA_BROKERS, HEARTH_TOPIC_PREFIX });
    if (HEARTH_TOPIC_PREFIX === undefined) delete process.env['HEARTH_TOPIC_PREFIX'];
  }, 60_000);

  const handled = (projectId: number) =>
    until(
      `project ${projectId} is handled everywhere`,
      async () =>
        (await database.query(`select from repository.effects where project_id = $1`, [projectId])).length === 2 &&
        (await database.query(`select from ci.effects where project_id = $1`, [projectId])).length === 2,
      120_000,
    );

  it('is noticed, told apart from a broker that is away, and replaced', async () => {
    await app.append([{ projectId: 1, step: 1, mood: 'good' }]);
    await handled(1);
    await until('all is well', () => Promise.resolve(app.messaging.healthy()));

    expect(proxy.swallow()).toBeGreaterThan(3);
    await app.append([{ projectId: 2, step: 1, mood: 'good' }]);
    await until('it is noticed', () =>
      Promise.resolve(
        app.messaging.problems().some((problem) => problem.includes('hears nothing from Kafka although')),
      ),
    );
    await until('the broker answers others', () => answers(kafka.address));
    await handled(2);
    await until('all is well again', () => Promise.resolve(app.messaging.healthy()));
    // It recovered by itself: no restart is needed.
    expect(app.messaging.stuck()).toEqual([]);
  }, 180_000);

  it('is not what is told of while the broker is frozen', async () => {
    await until('all is well', () => Promise.resolve(app.messaging.healthy()));
    kafka.freeze();
    try {
      const seen = new Set<string>();
      await until('it is told of', () => {
        for (const problem of app.messaging.problems()) seen.add(problem);
        return Promise.resolve([...seen].filter((problem) => problem.includes('does not answer')).length >= 2);
      });
      expect([...seen].filter((problem) => problem.includes('although'))).toEqual([]);
      expect(app.messaging.stuck()).toEqual([]);
    } finally {
      kafka.thaw();
    }
    await app.append([{ projectId: 3, step: 1, mood: 'good' }]);
    await handled(3);
  }, 180_000);
});
