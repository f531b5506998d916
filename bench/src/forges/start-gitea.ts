import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, waitFor } from '@hearth/testing';
import type { Benchmark } from '../system/benchmark.js';
import { GiteaForge } from './gitea-forge.js';

const run = promisify(execFile);
const USER = 'bench';
const CONNECTIONS = 20;

/**
 * Starts a Gitea with a database of its own on the given PostgreSQL, and stops it at the end of the benchmark.
 * @param home folder of Gitea's program `gitea` with its `templates`, `options` and `public`
 * @param databaseUrl of a user who may create databases
 */
export async function startGitea(benchmark: Benchmark, home: string, databaseUrl: string): Promise<GiteaForge> {
  const work = path.join(benchmark.folder, 'gitea');
  const port = await freePort();
  await mkdir(work);
  await createDatabase(databaseUrl);
  const settings = path.join(work, 'app.ini');
  await writeFile(settings, settingsOf({ home, work, port, database: new URL(databaseUrl) }));
  const program = path.join(home, 'gitea');
  await run(program, ['--config', settings, 'migrate']);
  const account = ['--username', USER, '--email', `${USER}@example.com`, '--random-password', '--admin'];
  const made = await run(program, ['--config', settings, 'admin', 'user', 'create', ...account, '--access-token']);
  const token = /created\.\.\. (\w+)/.exec(made.stdout)?.[1];
  if (!token) throw new Error(`Gitea printed no access token: ${made.stdout}`);
  benchmark.progress('starting Gitea');
  const server = spawn(program, ['--config', settings, 'web'], { stdio: 'ignore' });
  benchmark.atEnd(async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/api/v1/version`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor('Gitea', answers, { timeoutMs: 120_000 });
  return new GiteaForge(url, USER, token);
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create database gitea');
  await client.end();
}

interface Parts {
  readonly home: string;
  readonly work: string;
  readonly port: number;
  readonly database: URL;
}

function settingsOf({ home, work, port, database }: Parts): string {
  return `RUN_MODE = prod
WORK_PATH = ${work}
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = http://127.0.0.1:${port}/
STATIC_ROOT_PATH = ${home}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = postgres
HOST = ${database.host}
NAME = gitea
USER = ${database.username}
PASSWD = ${database.password}
MAX_OPEN_CONNS = ${CONNECTIONS}
MAX_IDLE_CONNS = ${CONNECTIONS}
[security]
INSTALL_LOCK = true
SECRET_KEY = benchmark
[log]
LEVEL = Error
`;
}
