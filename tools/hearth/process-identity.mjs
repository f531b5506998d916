import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A process, told apart from a later one that got the same id by when it started.
 * @typedef {{ pid: number, started: string }} ProcessIdentity
 */

/** The identity of a running process; undefined when there is none (a zombie counts as none: nothing of it runs). */
export function identify(pid) {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedElsewhere(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether exactly this process still runs. */
export function isRunning(identity) {
  return identity?.pid > 0 && identify(identity.pid)?.started === identity.started;
}

/** Sends a signal to exactly this process; false when it is gone. Throws EPERM when it belongs to another user. */
export function signalProcess(identity, signal) {
  if (!isRunning(identity)) return false;
  try {
    process.kill(identity.pid, signal);
    return true;
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Waits until the process is gone; false when it still runs after `timeoutMs`. */
export async function waitUntilGone(identity, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  while (isRunning(identity)) {
    if (performance.now() > deadline) return false;
    await delay(20);
  }
  return true;
}

/** The start time of /proc/<pid>/stat (ticks since boot) with the boot it counts from; the state letter Z is a zombie. */
export function parseLinuxStat(stat, bootId) {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? undefined : `${bootId.trim()}/${fields[19]}`;
}

function startedOnLinux(pid) {
  try {
    return parseLinuxStat(
      readFileSync(`/proc/${pid}/stat`, 'utf8'),
      readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'),
    );
  } catch {
    return undefined;
  }
}

function startedElsewhere(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}
