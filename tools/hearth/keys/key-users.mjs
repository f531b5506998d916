import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../failure.mjs';
import { internalRequest, operatorHeaders } from '../internal-request.mjs';
import { isRunning } from '../process-identity.mjs';
import { readState } from '../supervisor/state.mjs';

const ASK_TIMEOUT_MS = 2000;
const ASK_AGAIN_MS = 100;
const PATIENCE_MS = 60_000;

/**
 * A process's report of its keys.
 * @typedef {{ signing: string, verify: string[], encryption: { from: string | null, ids: string[] } }} KeyReport
 * Users of keys: the processes of a running system, or none.
 * @typedef {{ running: boolean, until(what: string, condition: (report: KeyReport) => boolean): Promise<KeyReport[]> }} KeyUsers
 */

/** The users of a stopped system's keys. @type {KeyUsers} */
export const nobody = { running: false, until: async () => [] };

/**
 * The processes of the system that runs on a data folder. A process reads its key files again before it answers, so nothing
 * has to be waited for by the clock.
 * @returns {KeyUsers}
 */
export function runningProcesses(data, patienceMs = PATIENCE_MS) {
  return { running: true, until: (what, condition) => until(data, what, condition, patienceMs) };
}

/** Waits until every process of the system runs and meets a condition. */
async function until(data, what, condition, patienceMs) {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { complete, reports } = await ask(data);
    const behind = reports.filter(({ report }) => !report || !condition(report)).map(({ name }) => name);
    if (complete && behind.length === 0) return reports.map(({ report }) => report);
    if (performance.now() > deadline) {
      const who = behind.length > 0 ? behind.join(', ') : 'a process that is not running';
      throw new Failure(
        `Waited in vain for ${who} to ${what}: see ./hearth status and its log, then run this again, which goes on from here.`,
      );
    }
    await delay(ASK_AGAIN_MS);
  }
}

async function ask(data) {
  const state = readState(data);
  if (!state || !isRunning(state.supervisor)) {
    throw new Failure('Hearth was stopped meanwhile: run this again, which goes on from here.');
  }
  const services = state.processes.filter(({ kind }) => kind === 'service');
  const reports = await Promise.all(
    services.map(async (service) => ({ name: service.name, report: await reportOf(data, service) })),
  );
  return { complete: state.processes.length === state.expected, reports };
}

/** @returns {Promise<KeyReport | undefined>} undefined when the process does not answer */
async function reportOf(data, { service, internalPort: port, authority }) {
  const path = '/health/keys';
  const headers = operatorHeaders(data, { audience: service, path });
  try {
    const { status, text } = await internalRequest({ port, authority, path, headers, timeoutMs: ASK_TIMEOUT_MS });
    return status === 200 ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
