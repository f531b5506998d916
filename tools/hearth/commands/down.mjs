import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { holderOf } from '../lock.mjs';
import { isRunning, signalProcess, waitUntilGone } from '../process-identity.mjs';
import { createProgress } from '../progress.mjs';
import { orphansOf, readState, removeState, stopOrphans } from '../supervisor/state.mjs';
import { serviceStopLimit, systemStopLimit } from '../supervisor/stop-limit.mjs';

/** Stops the Hearth of a data folder and waits until nothing of it runs. */
export async function run({ data: folder }) {
  const data = dataFolder(folder);
  const progress = createProgress();
  const holder = holderOf(data.lock);
  const supervisor = holder?.purpose === 'up' ? holder : undefined;
  const state = readState(data);
  const orphans = orphansOf(state);
  if (!supervisor && orphans.length === 0) {
    process.stdout.write('Hearth is not running.\n');
    return;
  }
  await progress.step('Stopping Hearth', async () => {
    if (supervisor)
      await stopSupervisor(supervisor, state?.stopLimitMs ?? systemStopLimit([serviceStopLimit(process.env)]));
    await stopOrphans(orphansOf(readState(data)));
    removeState(data);
  });
  process.stdout.write('Hearth is down.\n');
}

async function stopSupervisor(supervisor, limitMs) {
  try {
    signalProcess(supervisor, 'SIGTERM');
  } catch (error) {
    if (error.code !== 'EPERM') throw error;
    throw new Failure(`Hearth (process ${supervisor.pid}) belongs to another user: run this as that user or as root.`);
  }
  await waitUntilGone(supervisor, limitMs);
  if (isRunning(supervisor)) {
    throw new Failure(
      `Hearth (process ${supervisor.pid}) still runs after ${limitMs / 1000} s: kill -9 it and run ./hearth down again.`,
    );
  }
}
