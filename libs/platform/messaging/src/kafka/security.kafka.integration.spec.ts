import { writeFile } from 'node:fs/promises';
import { Certificates, TestDatabase, freePort, until, type Certificate } from '@hearth/data/testing';
import { TestKafka } from '../testing/kafka/own-kafka.js';
import { SampleApp } from '../testing/sample-app.js';
import { ciSchema, projectsSchema, repositorySchema } from '../testing/sample-events.js';
import { createTopics } from './create-topics.js';
import { makeAdmin } from './kafka-clients.js';
import { kafkaConnection } from './kafka-settings.js';

const PASSWORD = 'a pass phrase';

describe('Kafka behind TLS and SASL', () => {
  const kept = { ...process.env };
  let certificates: Certificates;
  let client: Certificate;
  let kafka: TestKafka;
  let address: string;
  let database: TestDatabase | undefined;

  beforeAll(async () => {
    certificates = await Certificates.make();
    client = await certificates.sign('hearth');
    const port = await freePort();
    address = `127.0.0.1:${port}`;
    const secure = 'listener.name.secure';
    const login = 'org.apache.kafka.common.security';
    kafka = await TestKafka.start({
      listeners: [{ name: 'SECURE', protocol: 'SASL_SSL', port }],
      scram: ['SCRAM-SHA-256', 'SCRAM-SHA-512'].map((mechanism) => `${mechanism}=[name=hearth,password=${PASSWORD}]`),
      settings: {
        [`${secure}.ssl.keystore.type`]: 'PEM',
        [`${secure}.ssl.keystore.location`]: await certificates.keyStore(await certificates.sign('broker')),
        [`${secure}.ssl.truststore.type`]: 'PEM',
        [`${secure}.ssl.truststore.location`]: certificates.authority,
        [`${secure}.ssl.client.auth`]: 'required',
        [`${secure}.sasl.enabled.mechanisms`]: 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
        [`${secure}.plain.sasl.jaas.config`]: `${login}.plain.PlainLoginModule required user_hearth="${PASSWORD}";`,
        [`${secure}.scram-sha-256.sasl.jaas.config`]: `${login}.scram.ScramLoginModule required;`,
        [`${secure}.scram-sha-512.sasl.jaas.config`]: `${login}.scram.ScramLoginModule required;`,
      },
    });
    database = await TestDatabase.make([projectsSchema, repositorySchema, ciSchema]);
  }, 240_000);

  beforeEach(() => {
    Object.assign(process.env, {
      KAFKA_BROKERS: address,
      HEARTH_TOPIC_PREFIX: 'secure',
      KAFKA_SSL: '1',
      KAFKA_SSL_CA_FILE: certificates.authority,
      KAFKA_SSL_CERT_FILE: client.cert,
      KAFKA_SSL_KEY_FILE: client.key,
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: 'hearth',
      KAFKA_SASL_PASSWORD: PASSWORD,
    });
  });
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (/^(KAFKA_|HEARTH_TOPIC_)/.test(name)) delete process.env[name];
    Object.assign(process.env, kept, database?.environment);
  });
  afterAll(async () => {
    await kafka?.remove();
    await certificates?.remove();
    await database?.drop();
  }, 60_000);

  it('carries events', async () => {
    const passwordFile = `${client.key}.password`;
    await writeFile(passwordFile, `${PASSWORD}\n`);
    delete process.env['KAFKA_SASL_PASSWORD'];
    process.env['KAFKA_SASL_PASSWORD_FILE'] = passwordFile;
    expect(await createTopics()).not.toEqual([]);
    const app = await SampleApp.start('kafka');
    try {
      await app.append([{ projectId: 1, step: 1, mood: 'good' }]);
      await until('it is handled', async () => (await database!.query('select from ci.effects')).length === 2);
    } finally {
      await app.stop();
    }
  }, 90_000);

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'])(
    'lets in with %s',
    async (mechanism) => {
      process.env['KAFKA_SASL_MECHANISM'] = mechanism;
      const admin = makeAdmin(kafkaConnection(), 'test');
      await admin.connect();
      expect((await admin.describeCluster()).brokers).toHaveLength(1);
      await admin.disconnect();
    },
    60_000,
  );

  it.each([
    ['another password', { KAFKA_SASL_PASSWORD: 'not the phrase' }],
    ['no password', { KAFKA_SASL_MECHANISM: '', KAFKA_SASL_USERNAME: '', KAFKA_SASL_PASSWORD: '' }],
    ['no certificate', { KAFKA_SSL_CERT_FILE: '', KAFKA_SSL_KEY_FILE: '' }],
    ['an unknown authority', { KAFKA_SSL_CA_FILE: '' }],
  ])(
    'is closed to %s, and says nothing secret',
    async (_what, environment) => {
      Object.assign(process.env, environment);
      const failure: unknown = await createTopics().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(Error);
      expect(String((failure as Error).stack)).not.toMatch(/phrase/);
    },
    90_000,
  );
});
