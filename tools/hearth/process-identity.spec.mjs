import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { identify, isRunning, parseLinuxStat, signalProcess, waitUntilGone } from './process-identity.mjs';

const STAT =
  '4242 (a) b (c) S 1 4242 4242 0 -1 4194304 100 0 0 0 1 2 0 0 20 0 1 0 987654 1000 200 18446744073709551615';

describe('the identity of a process', () => {
  it('is its start and the boot it counts from, whatever its name holds', () => {
    expect(parseLinuxStat(STAT, 'boot-1\n')).toBe('boot-1/987654');
  });

  it('does not count a zombie as running', () => {
    expect(parseLinuxStat(STAT.replace(' S ', ' Z '), 'boot-1')).toBeUndefined();
  });

  it('stays the same while a process runs and is gone with it', async () => {
    const child = spawn('sleep', ['60']);
    const identity = identify(child.pid);
    expect(isRunning(identity)).toBe(true);
    expect(signalProcess(identity, 'SIGKILL')).toBe(true);
    await once(child, 'exit');
    expect(await waitUntilGone(identity, 1000)).toBe(true);
    expect(signalProcess(identity, 'SIGKILL')).toBe(false);
  });

  it('never signals a process that only has the same id', () => {
    const stranger = { pid: process.pid, started: 'another time' };
    expect(isRunning(stranger)).toBe(false);
    expect(signalProcess(stranger, 'SIGKILL')).toBe(false);
  });

  it('gives up waiting for a process that stays', async () => {
    expect(await waitUntilGone(identify(process.pid), 1)).toBe(false);
  });
});
