import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import kafkajs from 'kafkajs';
import { freePort, until } from '@hearth/data/testing';

const TEMPLATE = fileURLToPath(new URL('../../../../../../tools/kafka/server.properties', import.meta.url));
/** Loads Kafka's classes from an archive: parsing them doubles the time of a start. */
const SHARING = ['-Xshare:auto', '-Xlog:cds=off', '-Xlog:cds+dynamic=off'];
const FLAGS = [
  '-Xmx256m',
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-XX:-UsePerfData',
  '-Dlog4j2.disableJmx=true',
];

/** Longest start of a node on a busy machine. */
const START_MS = 150_000;
const ANSWER_MS = 5_000;

/** An additional listener of the node. */
export interface Listener {
  /** Its name in Kafka's settings, upper case. */
  readonly name: string;
  readonly protocol: 'PLAINTEXT' | 'SASL_SSL';
  readonly port: number;
  /** The advertised port, when it differs from the node's own. */
  readonly advertisedPort?: number;
}

export interface TestKafkaOptions {
  readonly listeners?: readonly Listener[];
  /** Settings in addition to those of the template. */
  readonly settings?: Readonly<Record<string, string>>;
  /** SCRAM users, as `kafka-storage format --add-scram` takes them. */
  readonly scram?: readonly string[];
}

/**
 * A Kafka node for one spec, which may kill and freeze it: started as by `./hearth`, from the jars in HEARTH_TEST_KAFKA_JARS. It keeps its
 * ports and data across restarts.
 */
export class TestKafka {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly classPath: string,
  ) {}

  static async start({ listeners = [], settings = {}, scram = [] }: TestKafkaOptions = {}): Promise<TestKafka> {
    const jars = process.env['HEARTH_TEST_KAFKA_JARS'];
    if (!jars)
      throw new Error("HEARTH_TEST_KAFKA_JARS is not set: give the folder of Kafka's jars that ./hearth brings");
    const files = (await readdir(jars)).filter((file) => file.endsWith('.jar')).sort();
    const folder = await mkdtemp(path.join(tmpdir(), 'hearth-own-kafka-'));
    const port = await freePort();
    const kafka = new TestKafka(port, folder, files.map((file) => path.join(jars, file)).join(':'));
    await writeFile(kafka.properties, await kafka.settings(listeners, settings));
    const users = scram.flatMap((user) => ['--add-scram', user]);
    try {
      await kafka.run('kafka.tools.StorageTool', 'format', '-t', clusterId(), '-c', kafka.properties, ...users);
      await kafka.restart();
    } catch (error) {
      await kafka.remove();
      throw error;
    }
    return kafka;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Starts the process; returns without waiting for it. */
  launch(): void {
    this.child = this.spawn('kafka.Kafka', this.properties);
  }

  /**
   * Starts the process and waits until it responds.
   * @throws when it exits instead
   */
  async restart(): Promise<void> {
    this.launch();
    await until(
      'Kafka answers',
      () => {
        if (typeof this.child?.exitCode === 'number') throw new Error(`Kafka ended with status ${this.child.exitCode}`);
        return answers(this.address);
      },
      START_MS,
    );
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await exit;
  }

  /** Freezes the process: it accepts connections and bytes, and responds to nothing. */
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

  private async settings(listeners: readonly Listener[], further: Readonly<Record<string, string>>): Promise<string> {
    const controllerPort = await freePort();
    const values: Record<string, string | number> = {
      PORT: this.port,
      CONTROLLER_PORT: controllerPort,
      LOG_DIRS: path.join(this.folder, 'data'),
      // These listeners have no authentication.
      ...{ USERNAME: '', PASSWORD: '', CONTROLLER_PASSWORD: '' },
    };
    const template = await readFile(TEMPLATE, 'utf8');
    const own: Listener[] = [{ name: 'BROKER', protocol: 'PLAINTEXT', port: this.port }, ...listeners];
    const places = own.map(({ name, port }) => `${name}://127.0.0.1:${port}`);
    const advertised = own.map(({ name, port, advertisedPort = port }) => `${name}://127.0.0.1:${advertisedPort}`);
    const protocols = own.map(({ name, protocol }) => `${name}:${protocol}`);
    const settings = {
      listeners: [...places, `CONTROLLER://127.0.0.1:${controllerPort}`].join(),
      'advertised.listeners': advertised.join(),
      'listener.security.protocol.map': [...protocols, 'CONTROLLER:PLAINTEXT'].join(),
      ...further,
    };
    // Of two lines with the same name Kafka uses the last.
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    return [template.replace(/@([A-Z_]+)@/g, (_, name: string) => String(values[name])), ...lines, ''].join('\n');
  }

  private spawn(...args: string[]): ChildProcess {
    const archive = process.env['HEARTH_TEST_KAFKA_ARCHIVE'];
    const sharing = archive ? [...SHARING, `-XX:SharedArchiveFile=${archive}`] : [];
    const flags = [...FLAGS, ...sharing, '-cp', this.classPath];
    return spawn(process.env['HEARTH_TEST_JAVA'] || 'java', [...flags, ...args], { stdio: 'ignore' });
  }

  private async run(...args: string[]): Promise<void> {
    const [status] = (await once(this.spawn(...args), 'exit')) as [number | null];
    if (status !== 0) throw new Error(`${args.join(' ')} ended with status ${status}`);
  }
}

/** Returns true when a broker at the address responds on a new connection, is registered, and has a controller. */
export async function answers(address: string): Promise<boolean> {
  const retry = { retries: 0, initialRetryTime: 1, maxRetryTime: 1 };
  const settings = { brokers: [address], connectionTimeout: ANSWER_MS, requestTimeout: ANSWER_MS, retry };
  const admin = new kafkajs.Kafka({ ...settings, logLevel: kafkajs.logLevel.NOTHING }).admin();
  try {
    await admin.connect();
    const { brokers, controller } = await admin.describeCluster();
    return brokers.length > 0 && controller !== null;
  } catch {
    return false;
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** Generates 16 bytes in Kafka's encoding; without a leading dash, which would be read as an option. */
function clusterId(): string {
  const id = randomBytes(16);
  id[0]! &= 0x7f;
  return id.toString('base64url');
}
