import { Failure } from '../failure.mjs';
import { tryLock } from '../lock.mjs';
import { assignPorts } from '../ports.mjs';
import { isRunning } from '../process-identity.mjs';
import { settingsOfEnvironment } from './environment.mjs';
import { postgresSpec, postgresUrl } from './postgres.mjs';
import { orphansOf, readState, stopOrphans } from './state.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

/**
 * Returns the addresses of the engines of the system that runs on a data folder; undefined while none runs.
 * @returns {{ databaseUrl?: string, brokers?: string } | undefined} without what is not of the system's own
 */
export function runningEngines(data) {
  const state = readState(data);
  if (!state || !isRunning(state.supervisor)) return undefined;
  const portOf = (kind) => state.processes.find((process) => process.kind === kind)?.port;
  const [database, kafka] = [portOf('postgres'), portOf('kafka')];
  return {
    databaseUrl: database ? postgresUrl(data, database) : undefined,
    brokers: kafka ? `127.0.0.1:${kafka}` : undefined,
  };
}

/**
 * Returns the URL of the database of a running system: that of DATABASE_URL, or of its own.
 * @param {{ databaseUrl?: string }} [running] as `runningEngines` returns it
 * @throws {Failure} where it was started with a server that DATABASE_URL does not name now
 */
export function databaseUrlOf(running) {
  const url = settingsOfEnvironment().databaseUrl ?? running?.databaseUrl;
  if (url) return url;
  throw new Failure('This Hearth uses a PostgreSQL server of yours: set DATABASE_URL to it and run this again.');
}

/**
 * Does some work on the data folder of a stopped system, which cannot be started meanwhile.
 * @param {string} purpose the command that does it, for those who find the folder in use
 * @throws {Failure} when something else uses the folder
 */
export async function whileStopped(data, purpose, work) {
  const lock = await tryLock(data.lock, purpose);
  if (lock.holder)
    throw new Failure(`The data folder is in use by ./hearth ${lock.holder.purpose}: wait until that has ended.`);
  try {
    await stopOrphans(orphansOf(readState(data)));
    return await work();
  } finally {
    lock.release();
  }
}

/** Starts the embedded PostgreSQL of a stopped system for some work. Only inside of `whileStopped`. */
export async function withOwnDatabase(data, work) {
  const { postgres: port } = await assignPorts(data.ports, ['postgres']);
  const postgres = new SupervisedProcess(postgresSpec({ data, port }), { changed() {}, note() {} });
  try {
    await postgres.start();
    return await work(postgresUrl(data, port));
  } finally {
    await postgres.stop();
  }
}
