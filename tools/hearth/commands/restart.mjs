import { setTimeout as delay } from 'node:timers/promises';
import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { ensurePrograms } from '../install/install.mjs';
import { signalProcess, waitUntilGone } from '../process-identity.mjs';
import { createProgress } from '../progress.mjs';
import { answersNow, notReady, requireRunning } from '../supervisor/state.mjs';

const LOOK_MS = 50;
const START_LIMIT_MS = 180_000;

/**
 * Restarts the service processes of a running system (or those of some services) on what the sources say now, one after the other: each is told to end,
 * finishes what it has begun, and is ready again before the next one goes. The supervisor is what starts them again.
 */
export async function run({ data: folder }, names) {
  const data = dataFolder(folder);
  const state = runningState(data);
  if (!state.ownLogins) {
    throw new Failure(
      'This Hearth was started by an earlier version, whose services share the superuser of the database: stop it with ./hearth down and start it with ./hearth up once.',
    );
  }
  const chosen = chosenOf(state, names);
  const progress = createProgress({ showAfterMs: 0 });
  await ensurePrograms(progress);
  for (const name of chosen) await progress.step(`Restarting ${name}`, () => restart(data, name));
  process.stdout.write(`Restarted ${chosen.join(', ')}.\n`);
}

/** The state of the system that runs on this data. */
function runningState(data) {
  const state = requireRunning(data);
  if (!state.ready) throw notReady();
  return state;
}

/** The processes that some names mean, in the order in which they were started: `projects` is `projects-2` too. */
function chosenOf({ processes }, names) {
  const known = processes.filter(({ kind }) => kind === 'service').map(({ name }) => name);
  const meant = (name) => known.filter((process) => process === name || process.replace(/-\d+$/, '') === name);
  const unknown = names.find((name) => meant(name).length === 0);
  if (unknown !== undefined) {
    throw new Failure(`No service process is called "${unknown}": there are ${known.join(', ')}.`, { exitCode: 2 });
  }
  const chosen = new Set(names.flatMap(meant));
  return names.length === 0 ? known : known.filter((name) => chosen.has(name));
}

async function restart(data, name) {
  const before = find(runningState(data), name);
  if (before) await end(before);
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    const now = find(runningState(data), name);
    if (now && !isSame(now, before) && now.ready && (await answersNow(data, now))) return;
    await delay(LOOK_MS);
  }
  throw new Failure(
    `${name} is not ready after ${START_LIMIT_MS / 1000} s, and the others were left as they are: see ${data.log(name)}.`,
  );
}

async function end(running) {
  try {
    if (!signalProcess(running, 'SIGTERM')) return;
  } catch (error) {
    if (error.code !== 'EPERM') throw error;
    throw new Failure(`Hearth (process ${running.pid}) belongs to another user: run this as that user or as root.`);
  }
  if (await waitUntilGone(running, running.stopLimitMs)) return;
  signalProcess(running, 'SIGKILL');
  await waitUntilGone(running, running.stopLimitMs);
}

function find({ processes }, name) {
  return processes.find((process) => process.name === name);
}

function isSame(one, other) {
  return one.pid === other?.pid && one.started === other.started;
}
