import { readFile } from 'node:fs/promises';

/** Ticks of /proc in a second, on every Linux that Node runs on. */
const TICKS = 100;

/** Resources that a process with all its threads has used since it began. */
export interface ProcessUse {
  readonly userSeconds: number;
  readonly systemSeconds: number;
  /** Resident now. */
  readonly megabytes: number;
}

/** Returns the resources that a running process has used, without its children. */
export async function useOf(pid: number): Promise<ProcessUse> {
  const [stat, status] = await Promise.all(['stat', 'status'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')));
  // Behind the name, which may contain anything: state, parent, …; the times are the 14th and 15th of all.
  const fields = stat!.slice(stat!.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks] = fields.slice(11, 13).map(Number);
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status!)?.[1] ?? 0);
  return { userSeconds: userTicks! / TICKS, systemSeconds: systemTicks! / TICKS, megabytes: kilobytes / 1024 };
}

/** Returns the processor time, in seconds, of the children of a process that have ended, with their own; 0 when the process has ended. */
export async function endedChildrenSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The times of ended children are the 16th and 17th of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(13, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}
