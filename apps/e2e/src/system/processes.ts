import { hearth } from './hearth.js';

/** One process of the system, as `./hearth status --json` lists it. */
export interface SystemProcess {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  /** Port for calls, probes and metrics of a service. */
  readonly internalPort?: number;
  readonly ready: boolean;
}

export interface SystemStatus {
  readonly ready: boolean;
  readonly mode: string;
  readonly url: string;
  readonly processes: readonly SystemProcess[];
}

/** Returns the status that the command line prints now; a process that is not ready is no error. */
export async function systemStatus(): Promise<SystemStatus> {
  const { code, stdout, stderr } = await hearth.run('status', '--json');
  if (code !== 0 && code !== 1) throw new Error(`hearth status ended with ${code}: ${stderr}`);
  const { mode, url, processes } = JSON.parse(stdout) as Omit<SystemStatus, 'ready'>;
  return { ready: code === 0, mode, url, processes };
}
