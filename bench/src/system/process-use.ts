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
