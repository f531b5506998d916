import { existsSync, rmSync } from 'node:fs';
import { statusOf } from '../commands/status.mjs';
import { dataFolder } from '../data-folder.mjs';
import { ensureKafka } from '../install/kafka-jars.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { fakeSystem, until } from './fixtures/fake-system.mjs';

describe('the split mode with a Kafka of its own', () => {
  let folder;
  let kafka;
  beforeAll(async () => {
    folder = temporaryFolder('hearth kafka ');
    kafka = await ensureKafka({ step: (_label, work) => work(), note() {} });
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
        30_000,
      );
      expect(after.port).toBe(before.port);
      expect((await statusOf(data)).status).toBe('ready');
    } finally {
      await system.stop();
    }
    expect((await statusOf(data)).status).toBe('down');
    expect(existsSync(data.lock)).toBe(false);
  });

  it('starts with the archive of its classes', () => {
    expect(existsSync(kafka.archive)).toBe(true);
  });
});
