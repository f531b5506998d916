import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import kafkajs from 'kafkajs';
import { until } from '@hearth/data/testing';
import { freePort } from './free-port.js';

const TEMPLATE = fileURLToPath(new URL('../../../../../../tools/kafka/server.properties', import.meta.url));
const FLAGS = [
  '-Xmx256m',
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-XX:-UsePerfData',
  '-Dlog4j2.disableJmx=true',
];

/**
 * A Kafka node of a spec's own, to be killed and frozen: as `./hearth` starts one, from the jars in HEARTH_TEST_KAFKA_JARS. What does
 * not change while it is down: its port and its data.
 */
export class OwnKafka {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly classPath: string,
  ) {}

  /**
   * @param further settings, which win over those of the template
   * @param port where it listens, unless `further` says otherwise; what it is probed on
   */
  static async start(further: Record<string, string> = {}, port?: number): Promise<OwnKafka> {
    const jars = process.env['HEARTH_TEST_KAFKA_JARS'];
    if (!jars)
      throw new Error("HEARTH_TEST_KAFKA_JARS is not set: give the folder of Kafka's jars that ./hearth brings");
    const files = (await readdir(jars)).filter((file) => file.endsWith('.jar')).sort();
    const folder = await mkdtemp(path.join(tmpdir(), 'hearth-own-kafka-'));
    const own = port ?? (await freePort());
    const kafka = new OwnKafka(own, folder, files.map((file) => path.join(jars, file)).join(':'));
    const values: Record<string, string> = {
      PORT: String(own),
      CONTROLLER_PORT: String(await freePort()),
      LOG_DIRS: path.join(folder, 'data'),
    };
    const template = (await readFile(TEMPLATE, 'utf8')).replace(
      /@([A-Z_]+)@/g,
      (_, name: string) => values[name] ?? '',
    );
    const settings = Object.entries(further).map(([name, value]) => `${name}=${value}`);
    await writeFile(kafka.properties, [template, ...settings, ''].join('\n'));
    await kafka.run('kafka.tools.StorageTool', 'format', '-t', clusterId(), '-c', kafka.properties);
    await kafka.restart();
    return kafka;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Starts the process; returns without waiting for it. */
  launch(): void {
    this.child = this.spawn('kafka.Kafka', this.properties);
  }

  /** Starts the process and waits until it answers. */
  async restart(): Promise<void> {
    this.launch();
    await until('Kafka answers', () => answers(this.address));
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await exit;
  }

  /** From now on it takes connections and bytes, and answers nothing. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private get properties(): string {
    return path.join(this.folder, 'server.properties');
  }

  private spawn(...args: string[]): ChildProcess {
    return spawn('java', [...FLAGS, '-cp', this.classPath, ...args], { stdio: 'ignore' });
  }

  private async run(...args: string[]): Promise<void> {
    const [status] = (await once(this.spawn(...args), 'exit')) as [number | null];
    if (status !== 0) throw new Error(`${args.join(' ')} ended with status ${status}`);
  }
}

/** True when a broker there answers and has a controller. Asked over a connection of its own, within a second. */
export async function answers(address: string): Promise<boolean> {
  const retry = { retries: 0, initialRetryTime: 1, maxRetryTime: 1 };
  const settings = { brokers: [address], connectionTimeout: 1_000, requestTimeout: 1_000, retry };
  const admin = new kafkajs.Kafka({ ...settings, logLevel: kafkajs.logLevel.NOTHING }).admin();
  try {
    await admin.connect();
    return (await admin.describeCluster()).controller !== null;
  } catch {
    return false;
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** 16 bytes as Kafka writes them; never with a dash in front, which would read as an option. */
function clusterId(): string {
  const id = randomBytes(16);
  id[0]! &= 0x7f;
  return id.toString('base64url');
}
