import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import kafkajs from 'kafkajs';
import { ensureTopics } from '../../../libs/platform/messaging/dist/kafka/ensure-topics.js';
import { statusOf } from '../commands/status.mjs';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { ensureKafka } from '../install/kafka-jars.mjs';
import { freePort } from '../ports.mjs';
import { ensureSecrets, kafkaLogin } from '../secrets.mjs';
import { CONSENT } from '../suites/consent.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { fakeSystem, until } from './fixtures/fake-system.mjs';
import { kafkaSpec } from './kafka.mjs';
import { isKafkaReady } from './kafka-probe.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

describe('the split mode with a Kafka of its own', () => {
  let folder;
  let kafka;
  beforeAll(async () => {
    folder = temporaryFolder('hearth kafka ');
    kafka = await ensureKafka({ step: (_label, work) => work(), note() {} }, CONSENT);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('starts it, starts it again when it is killed, and stops it', async () => {
    const data = dataFolder(folder);
    const { system } = await fakeSystem(folder, { mode: 'split', kafka });
    const found = async () => (await statusOf(data)).processes.find(({ name }) => name === 'kafka');
    try {
      await system.start();
      const before = await found();
      expect(before.ready).toBe(true);
      process.kill(before.pid, 'SIGKILL');
      const after = await until(
        async () => {
          const now = await found();
          return now?.ready && now.pid !== before.pid ? now : undefined;
        },
        'Kafka is back',
        120_000,
      );
      expect(after.port).toBe(before.port);
      const ports = JSON.parse(readFileSync(data.ports, 'utf8'));
      for (const port of [ports.kafka, ports['kafka.controller']]) {
        expect(await isKafkaReady(port)).toBe(false);
        expect(await isKafkaReady(port, { username: 'hearth', password: 'a guess' })).toBe(false);
      }
      expect((await statusOf(data)).status).toBe('ready');
    } finally {
      await system.stop();
    }
    expect((await statusOf(data)).status).toBe('down');
    expect(existsSync(data.lock)).toBe(false);
  });

  it('sets the password of a Kafka that had none, and keeps its messages', async () => {
    const data = dataFolder(temporaryFolder('hearth-open-kafka-'));
    const run = async (options, work) => {
      const port = await freePort();
      const spec = kafkaSpec({ data, port, controllerPort: await freePort(), ...kafka, ...options });
      const running = new SupervisedProcess(spec, { changed() {}, note() {} });
      try {
        await running.start();
        return await work(port);
      } finally {
        await running.stop();
      }
    };
    const ask = async (port, sasl, question) => {
      const settings = { brokers: [`127.0.0.1:${port}`], logLevel: kafkajs.logLevel.NOTHING, retry: { retries: 2 } };
      // A copy: kafkajs remembers the password in the object that it is given.
      const admin = new kafkajs.Kafka({ ...settings, sasl: sasl && { ...sasl } }).admin();
      try {
        await admin.connect();
        return await question(admin);
      } finally {
        await admin.disconnect();
      }
    };
    try {
      createDataFolder(data);
      ensureSecrets(data);
      const topics = [{ topic: 'kept', numPartitions: 1 }];
      await run({ open: true }, (port) => ask(port, undefined, (admin) => ensureTopics(admin, topics)));
      // As a version left it that knew of no password.
      rmSync(path.join(data.kafka, 'login'));
      rmSync(data.kafkaPassword);
      ensureSecrets(data);
      const sasl = { mechanism: 'scram-sha-256', ...kafkaLogin(data) };
      await run({}, async (port) => {
        expect(await ask(port, sasl, (admin) => admin.listTopics())).toContain('kept');
        await expect(ask(port, { ...sasl, password: 'a guess' }, (admin) => admin.listTopics())).rejects.toThrow(
          'invalid credentials',
        );
        await expect(ask(port, undefined, (admin) => admin.listTopics())).rejects.toThrow();
      });
      const files = ['server.properties', 'login'].map((name) => statSync(path.join(data.kafka, name)).mode & 0o777);
      expect(files).toEqual([0o600, 0o600]);
      expect(existsSync(path.join(data.kafka, 'login.new'))).toBe(false);
    } finally {
      rmSync(data.folder, { recursive: true, force: true });
    }
  });

  it('starts with the archive of its classes', () => {
    expect(existsSync(kafka.archive)).toBe(true);
  });
});
