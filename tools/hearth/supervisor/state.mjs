import { Failure } from '../failure.mjs';
import { readJson, removeRecord, writeJson } from '../json-files.mjs';
import { isRunning, signalProcess, waitUntilGone } from '../process-identity.mjs';
import { kafkaLogin } from '../secrets.mjs';
import { isKafkaReady } from './kafka-probe.mjs';
import { isPostgresReady, isServiceReady } from './probes.mjs';
import { ENGINE_STOP_LIMIT_MS } from './stop-limit.mjs';

const ABORT_AFTER_MS = 5000;

/** In the order in which leftovers are stopped: users of a process before the process itself. */
const KINDS = [
  { kind: 'service', signal: 'SIGTERM' },
  { kind: 'kafka', signal: 'SIGTERM' },
  // On a full disk its last checkpoint never ends; SIGQUIT leaves it to the next start.
  { kind: 'postgres', signal: 'SIGINT', abort: 'SIGQUIT' },
];

/**
 * Description of the running system that the supervisor writes, so that other commands find it and its processes.
 * @typedef {object} SystemState
 * @property {'single' | 'split'} mode
 * @property {string} url
 * @property {string} host
 * @property {number} port
 * @property {number} [sshPort]
 * @property {string} [sshUrl] what clones over SSH begin with
 * @property {boolean} ready whether everything was ready once
 * @property {boolean} [ownLogins] whether the services log in at the database as themselves; earlier versions shared its superuser
 * @property {number} stopLimitMs how long stopping all of it takes at most
 * @property {string} data the data folder
 * @property {import('../process-identity.mjs').ProcessIdentity} supervisor
 * @property {number} expected how many processes there are when all run
 * @property {{ name: string, kind: string, service?: string, pid: number, started: string, port: number, internalPort?: number, authority?: string, ready: boolean,
 *   stopLimitMs: number }[]} processes
 */

/** @returns {SystemState | undefined} the last state written in a data folder, whether or not its processes still run */
export function readState(data) {
  return readJson(data.state);
}

/** @returns {SystemState} the state of the system that runs on a data folder @throws {Failure} while none runs */
export function requireRunning(data) {
  const state = readState(data);
  if (state && isRunning(state.supervisor)) return state;
  throw new Failure(`Hearth is not running on ${data.folder}: start it with ./hearth up.`);
}

/** @returns {Failure} that of a command for a system that is ready */
export function notReady() {
  return new Failure('Hearth is just starting: wait until ./hearth status says ready, then run this again.');
}

export function writeState(data, state) {
  writeJson(data.state, state);
}

export function removeState(data) {
  removeRecord(data.state);
}

/** The recorded processes that still run although their supervisor does not. */
export function orphansOf(state) {
  if (!state || isRunning(state.supervisor)) return [];
  return state.processes.filter(isRunning);
}

/** Stops processes that lost their supervisor, services first and PostgreSQL last. */
export async function stopOrphans(orphans) {
  for (const { kind, ...signals } of KINDS) {
    await Promise.all(orphans.filter((orphan) => orphan.kind === kind).map((orphan) => stopOne(orphan, signals)));
  }
}

async function stopOne(orphan, { signal, abort }) {
  try {
    const limitMs = orphan.stopLimitMs ?? ENGINE_STOP_LIMIT_MS;
    if (!signalProcess(orphan, signal)) return;
    if (abort && !(await waitUntilGone(orphan, ABORT_AFTER_MS))) signalProcess(orphan, abort);
    if (await waitUntilGone(orphan, limitMs)) return;
    signalProcess(orphan, 'SIGKILL');
    await waitUntilGone(orphan, ENGINE_STOP_LIMIT_MS);
  } catch (error) {
    if (error.code !== 'EPERM') throw error;
    throw new Failure(
      `The process ${orphan.name} (${orphan.pid}) belongs to another user: run this as that user or as root.`,
    );
  }
}

/** Whether a recorded process of a data folder's system runs and answers now. */
export async function answersNow(data, { kind, pid, started, port, internalPort, authority }) {
  if (!isRunning({ pid, started })) return false;
  if (kind === 'postgres') return isPostgresReady(port);
  if (kind === 'kafka') return isKafkaReady(port, kafkaLogin(data));
  return isServiceReady({ internalPort, authority });
}
