import { dataFolder } from '../data-folder.mjs';
import { spaceProblem } from '../disk.mjs';
import { sshFingerprints } from '../keys/ssh-host-keys.mjs';
import { isRunning } from '../process-identity.mjs';
import { healthProblems } from '../supervisor/probes.mjs';
import { answersNow, readState } from '../supervisor/state.mjs';

const EXIT = { ready: 0, 'not ready': 1, down: 3 };

/** Prints what runs on a data folder. Readiness is asked of each process now. */
export async function run({ json = false, data: folder }) {
  const status = await statusOf(dataFolder(folder));
  process.stdout.write(json ? `${JSON.stringify(status, null, 2)}\n` : `${inWords(status)}\n`);
  return EXIT[status.status];
}

/**
 * The status of a data folder's system.
 * @returns {Promise<{ status: 'ready' | 'not ready' | 'down', mode?: string, url?: string, sshUrl?: string, sshHostKeys?: { type: string, fingerprint: string }[], supervisor?: number,
 * problems?: string[],
 *   processes: { name: string, pid: number, port: number, internalPort?: number, ready: boolean, problems: string[] }[] }>}
 */
export async function statusOf(data) {
  const state = readState(data);
  if (!state || !isRunning(state.supervisor)) return { status: 'down', data: data.folder, processes: [] };
  const processes = await Promise.all(
    state.processes.map(async (recorded) => {
      const { name, kind, pid, port, internalPort } = recorded;
      const ready = await answersNow(data, recorded);
      const problems = kind === 'service' ? await healthProblems(data, recorded) : [];
      return { name, pid, port, internalPort, ready, problems };
    }),
  );
  // A process that died and waits to be started again is in no list, so all that are listed is not yet all.
  const ready = state.ready && processes.length === state.expected && processes.every((process) => process.ready);
  return {
    status: ready ? 'ready' : 'not ready',
    mode: state.mode,
    url: state.url,
    ...(state.sshUrl && {
      sshUrl: state.sshUrl,
      sshHostKeys: process.env.HEARTH_SSH_HOST_KEYS_FILE ? [] : sshFingerprints(data),
    }),
    data: data.folder,
    supervisor: state.supervisor.pid,
    problems: [spaceProblem(data.folder)].filter(Boolean),
    processes,
  };
}

function inWords({ status, mode, url, sshUrl, sshHostKeys = [], problems, processes }) {
  if (status === 'down') return 'Hearth is down.';
  const rows = processes.flatMap(({ name, pid, port, ready, problems }) => [
    `  ${name.padEnd(18)}${String(pid).padEnd(10)}${String(port).padEnd(8)}${ready ? 'ready' : 'not ready'}`,
    ...problems.map((problem) => `    ${problem}`),
  ]);
  const heading = `  ${'process'.padEnd(18)}${'pid'.padEnd(10)}${'port'.padEnd(8)}`;
  const ssh = sshUrl
    ? [`  ${sshUrl}`, ...sshHostKeys.map(({ type, fingerprint }) => `  host key ${fingerprint} (${type})`)]
    : [];
  return [`Hearth is ${status} at ${url} (mode ${mode})`, ...ssh, ...problems, '', heading.trimEnd(), ...rows].join(
    '\n',
  );
}
