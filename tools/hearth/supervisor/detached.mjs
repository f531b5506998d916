// The supervisor of `up --detach`: a process of its own that outlives the command. It tells the command over IPC how the
// start goes, above all the administrator's password, which must not get into a log; then it lets go of it.
import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { settingsOfEnvironment } from './environment.mjs';
import { System } from './system.mjs';
import { stopOnSignals } from './stop-on-signals.mjs';

const { folder, ...options } = JSON.parse(process.argv[2]);

function tell(message) {
  return new Promise((resolve) => {
    if (!process.connected) return resolve();
    return process.send(message, () => resolve());
  });
}

const progress = {
  async step(label, work) {
    await tell({ type: 'step', label });
    try {
      return await work();
    } finally {
      await tell({ type: 'step-end' });
    }
  },
  note: (text) => void tell({ type: 'note', text }),
};

const system = new System({ ...options, ...settingsOfEnvironment(), data: dataFolder(folder) }, progress);
stopOnSignals(system);
try {
  await tell({ type: 'ready', ...(await system.start()) });
} catch (error) {
  const { message, stack, details = '' } = error;
  await tell({ type: 'failed', expected: error instanceof Failure, message, details, stack });
  process.exitCode = 1;
} finally {
  if (process.connected) process.disconnect();
}
