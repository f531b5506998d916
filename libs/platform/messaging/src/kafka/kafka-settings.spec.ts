import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kafkaConnection, topicSettings } from './kafka-settings.js';

const NAMES = /^(KAFKA_|HEARTH_TOPIC_)/;
const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => NAMES.test(name)));

function setEnvironment(values: Record<string, string | undefined>): void {
  for (const name of Object.keys(process.env)) if (NAMES.test(name)) delete process.env[name];
  Object.assign(process.env, values);
}

describe('settings of Kafka', () => {
  let folder: string;
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hearth-settings-'));
  });
  afterEach(() => setEnvironment(kept));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reach brokers without more than their addresses', () => {
    setEnvironment({ KAFKA_BROKERS: 'one:9092, two:9093' });
    expect(kafkaConnection()).toEqual({ brokers: ['one:9092', 'two:9093'], ssl: undefined, sasl: undefined });
    expect(topicSettings()).toEqual({ prefix: 'hearth', replicationFactor: undefined, minInsyncReplicas: undefined });
  });

  it('encrypt and sign in', () => {
    setEnvironment({
      KAFKA_BROKERS: 'one:9093',
      KAFKA_SSL: 'true',
      KAFKA_SSL_CA_FILE: file('ca.pem', '-----BEGIN CERTIFICATE-----'),
      KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
      KAFKA_SASL_USERNAME: 'hearth',
      KAFKA_SASL_PASSWORD_FILE: file('password', 'pass word\n'),
      HEARTH_TOPIC_REPLICATION_FACTOR: '3',
      HEARTH_TOPIC_MIN_INSYNC_REPLICAS: '2',
    });
    expect(kafkaConnection()).toMatchObject({
      ssl: { ca: '-----BEGIN CERTIFICATE-----' },
      sasl: { mechanism: 'scram-sha-512', username: 'hearth', password: 'pass word' },
    });
    expect(topicSettings()).toMatchObject({ replicationFactor: 3, minInsyncReplicas: 2 });
  });

  it.each<[Record<string, string>, string]>([
    [{}, 'KAFKA_BROKERS is not set'],
    [{ KAFKA_BROKERS: 'one' }, 'KAFKA_BROKERS has an unusable value (must be host:port'],
    [{ KAFKA_BROKERS: 'one:99999' }, 'KAFKA_BROKERS has an unusable value'],
    [{ KAFKA_SSL: 'perhaps' }, 'KAFKA_SSL has an unusable value'],
    [{ KAFKA_SSL_CA_FILE: '/ca.pem' }, 'KAFKA_SSL_CA_FILE is set, but KAFKA_SSL is not'],
    [{ KAFKA_SSL: '1', KAFKA_SSL_CERT_FILE: '/c.pem' }, 'KAFKA_SSL_CERT_FILE and KAFKA_SSL_KEY_FILE belong together'],
    [
      { KAFKA_SSL: '1', KAFKA_SSL_CA_FILE: '/nowhere/ca.pem' },
      'KAFKA_SSL_CA_FILE names a file that cannot be read (ENOENT)',
    ],
    [{ KAFKA_SSL: '1', KAFKA_SSL_CA_FILE: '/dev/null' }, 'KAFKA_SSL_CA_FILE names a file that is not PEM'],
    [{ KAFKA_SASL_MECHANISM: 'kerberos' }, 'must be one of plain, scram-sha-256, scram-sha-512'],
    [{ KAFKA_SASL_PASSWORD: 'secret' }, 'KAFKA_SASL_MECHANISM is not set'],
    [{ KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_PASSWORD: 'secret' }, 'KAFKA_SASL_USERNAME is not set'],
    [{ KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'a' }, 'needs a password'],
    [
      { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'a', KAFKA_SASL_PASSWORD_FILE: '/dev/null' },
      'KAFKA_SASL_PASSWORD_FILE names a file that is empty',
    ],
  ])('say of %o in one sentence what is wrong', (given, sentence) => {
    setEnvironment({ ...(Object.keys(given).length > 0 && { KAFKA_BROKERS: 'one:9092' }), ...given });
    expect(() => kafkaConnection()).toThrow(sentence);
    expect(() => kafkaConnection()).not.toThrow('secret');
  });

  it.each([
    [{ HEARTH_TOPIC_PREFIX: 'a b' }, 'HEARTH_TOPIC_PREFIX has an unusable value'],
    [
      { HEARTH_TOPIC_REPLICATION_FACTOR: '2', HEARTH_TOPIC_MIN_INSYNC_REPLICAS: '3' },
      'nothing could ever be published',
    ],
  ])('say of %o what is wrong with topics', (given, sentence) => {
    setEnvironment(given);
    expect(() => topicSettings()).toThrow(sentence);
  });
});
