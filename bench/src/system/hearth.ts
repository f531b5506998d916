import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface HearthProcess {
  name: string;
  pid: number;
  port: number;
}

/** A Hearth of the benchmark's own, started through the command line like anybody's. */
export class Hearth {
  private constructor(
    readonly url: string,
    readonly token: string,
    private readonly data: string,
  ) {}

  /** @param folder data folder; the caller removes it */
  static async start(folder: string, mode: 'single' | 'split'): Promise<Hearth> {
    const port = 30_000 + (process.pid % 1_000) + (mode === 'split' ? 1_000 : 0);
    await cli('up', '--detach', '--port', String(port), '--data', folder, ...(mode === 'split' ? ['--split'] : []));
    return new Hearth(`http://127.0.0.1:${port}`, await newToken('root', folder), folder);
  }

  /** A new token of a user. */
  tokenOf(username: string): Promise<string> {
    return newToken(username, this.data);
  }

  async stop(): Promise<void> {
    await cli('down', '--data', this.data);
  }

  async processes(): Promise<HearthProcess[]> {
    const status = JSON.parse(await cli('status', '--json', '--data', this.data)) as { processes: HearthProcess[] };
    return status.processes;
  }

  /** URL of the embedded PostgreSQL, for peers that ask the same server. */
  async databaseUrl(): Promise<string> {
    const secret = await readFile(path.join(this.secrets, 'postgres-password'), 'utf8');
    const { user, password } = JSON.parse(secret) as { user: string; password: string };
    return `postgres://${user}:${password}@127.0.0.1:${await this.portOf('postgres')}/hearth`;
  }

  /** Address of its Kafka: host:port. Only a split one has it. */
  async brokers(): Promise<string> {
    return `127.0.0.1:${await this.portOf('kafka')}`;
  }

  /** Folder of its keys. */
  get secrets(): string {
    return path.join(this.data, 'secrets');
  }

  /** Folder of its logs. */
  get logs(): string {
    return path.join(this.data, 'logs');
  }

  /** The settings that Hearth makes its repositories with, so that a peer's can have the same. */
  async repositorySettings(): Promise<string> {
    const storages = path.join(this.data, 'storages');
    const files = await readdir(storages, { recursive: true });
    const config = files.find((file) => /\.git\/config$/.test(file));
    if (!config) throw new Error(`There is no repository below ${storages}`);
    return readFile(path.join(storages, config), 'utf8');
  }

  /** A new private project of root's. */
  async createProject(name: string): Promise<{ id: number; http_url_to_repo: string }> {
    const response = await fetch(`${this.url}/api/v4/projects`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': this.token },
      body: JSON.stringify({ name }),
    });
    if (response.status !== 201)
      throw new Error(`POST /projects answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: number; http_url_to_repo: string };
  }

  private async portOf(engine: 'postgres' | 'kafka'): Promise<number> {
    const found = (await this.processes()).find(({ name }) => name === engine);
    if (!found) throw new Error(`This Hearth runs no ${engine}`);
    return found.port;
  }
}

async function newToken(username: string, data: string): Promise<string> {
  return (await cli('token', username, '--data', data)).trim();
}

async function cli(...args: string[]): Promise<string> {
  const command = process.env['HEARTH_BENCH_CLI'];
  if (!command) throw new Error('HEARTH_BENCH_CLI is not set: start benchmarks with ./hearth bench');
  const { stdout } = await run(command, args, { maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}
