import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@hearth/testing';

const run = promisify(execFile);

/** Limits that no benchmark reaches: the load is one user's, and the work of a request is measured. */
export const BEYOND_LIMITS: Record<string, string> = {
  HEARTH_LIMIT_USER: '1000000000',
  HEARTH_LIMIT_ADDRESS: '1000000000',
};

export interface HearthProcess {
  name: string;
  pid: number;
  port: number;
}

export interface HearthOptions {
  /** Whether it serves git over SSH; projects then have `ssh_url_to_repo`. */
  readonly withSsh?: boolean;
  /** Number of its storages, two by default. */
  readonly storages?: number;
}

/** A Hearth of the benchmark's own, started through the command line. */
export class Hearth {
  private constructor(
    readonly url: string,
    readonly token: string,
    private readonly data: string,
  ) {}

  /** @param folder data folder; the caller removes it */
  static async start(
    folder: string,
    mode: 'single' | 'split',
    settings: Record<string, string>,
    { withSsh = false, storages }: HearthOptions = {},
  ): Promise<Hearth> {
    const port = await freePort();
    const ports = ['--port', String(port), '--ssh-port', withSsh ? String(await freePort()) : 'off'];
    const options = ['--detach', ...ports, '--data', folder, ...(mode === 'split' ? ['--split'] : [])];
    if (storages !== undefined) options.push('--storages', String(storages));
    await cli(['up', ...options], settings);
    return new Hearth(`http://127.0.0.1:${port}`, await newToken('root', folder), folder);
  }

  /** A new token of a user. */
  tokenOf(username: string, scopes = 'api'): Promise<string> {
    return newToken(username, this.data, scopes);
  }

  async stop(): Promise<void> {
    await cli(['down', '--data', this.data]);
  }

  /** Restarts a service process, and returns once it is ready again. */
  async restart(name: string): Promise<void> {
    await cli(['restart', name, '--data', this.data]);
  }

  async processes(): Promise<HearthProcess[]> {
    // A process that is not ready at the moment makes its exit status 1.
    const printed = await cli(['status', '--json', '--data', this.data]).catch((error: { stdout?: string }) => {
      if (!error.stdout) throw error;
      return error.stdout;
    });
    return (JSON.parse(printed) as { processes: HearthProcess[] }).processes;
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

  /** Folder of its storages. */
  get storages(): string {
    return path.join(this.data, 'storages');
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
  createProject(name: string): Promise<{ id: number; http_url_to_repo: string; ssh_url_to_repo: string }> {
    return this.create('/projects', { name });
  }

  /**
   * Creates something by a POST.
   * @param token by default root's
   */
  create<T>(resource: string, body: Record<string, unknown>, token = this.token): Promise<T> {
    return this.write<T>('POST', 201, resource, body, token);
  }

  /** Changes something by a PUT. */
  async update(resource: string, body: Record<string, unknown>): Promise<void> {
    await this.write('PUT', 200, resource, body, this.token);
  }

  private async write<T>(method: string, status: number, resource: string, body: object, token: string): Promise<T> {
    const response = await fetch(`${this.url}/api/v4${resource}`, {
      method,
      headers: { 'content-type': 'application/json', 'private-token': token },
      body: JSON.stringify(body),
    });
    if (response.status !== status)
      throw new Error(`${method} ${resource} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  private async portOf(engine: 'postgres' | 'kafka'): Promise<number> {
    const found = (await this.processes()).find(({ name }) => name === engine);
    if (!found) throw new Error(`This Hearth runs no ${engine}`);
    return found.port;
  }
}

async function newToken(username: string, data: string, scopes = 'api'): Promise<string> {
  return (await cli(['token', username, '--scopes', scopes, '--data', data])).trim();
}

async function cli(args: readonly string[], settings: Record<string, string> = {}): Promise<string> {
  const command = process.env['HEARTH_BENCH_CLI'];
  if (!command) throw new Error('HEARTH_BENCH_CLI is not set: start benchmarks with ./hearth bench');
  const env = { ...settings, ...process.env };
  const { stdout } = await run(command, args, { maxBuffer: 16 * 1024 * 1024, env });
  return stdout;
}
