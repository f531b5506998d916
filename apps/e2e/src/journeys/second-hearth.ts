import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ApiClient, freePort, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { setting } from '../system/hearth.js';

const SECONDS_TO_START = 120;

/** Another Hearth in one process, with data of its own. */
export class SecondHearth {
  private constructor(
    readonly url: string,
    /** Of its first admin. */
    readonly token: string,
    private readonly folder: TemporaryFolder,
  ) {}

  /** Starts one on an empty data folder. @param variables of its environment besides */
  static async start(variables: NodeJS.ProcessEnv = {}): Promise<SecondHearth> {
    const folder = await makeTemporaryFolder('second');
    const port = await freePort();
    const data = ['--data', folder.path];
    const url = `http://127.0.0.1:${port}`;
    const environment = { ...variables, HEARTH_URL: url };
    await run(['up', '--detach', '--port', String(port), '--ssh-port', 'off', ...data], environment);
    const token = await run(['token', 'root', '--scopes', 'api,sudo', ...data]);
    return new SecondHearth(url, token.trim(), folder);
  }

  readonly root = new ApiClient(this.url, this.token);

  /** Its data folder. */
  get data(): string {
    return this.folder.path;
  }

  async stop(): Promise<void> {
    await run(['down', '--data', this.data]);
    await this.folder.remove();
  }
}

/** Runs `./hearth`, without the servers and limits of this run. */
async function run(args: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<string> {
  const { DATABASE_URL: _, KAFKA_BROKERS: __, ...inherited } = process.env;
  const env = { ...inherited, HEARTH_LIMIT_USER: '1000000', HEARTH_LIMIT_ADDRESS: '1000000', ...variables };
  const { stdout } = await promisify(execFile)(setting('HEARTH_E2E_CLI'), args, {
    env,
    timeout: SECONDS_TO_START * 1000,
  });
  return stdout;
}
