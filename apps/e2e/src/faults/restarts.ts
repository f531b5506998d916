import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { hearth, setting } from '../system/hearth.js';
import { systemStatus, type SystemProcess } from '../system/processes.js';
import { report } from './suite.js';

/** A process of a service as it runs now. */
export type ServiceProcess = SystemProcess & { readonly internalPort: number };

/** Runs `./hearth restart` for some services and shows its output. Returns its status. */
export function restartServices(services: readonly string[]): Promise<number> {
  return runShown('restart', ...services);
}

/** Runs `./hearth` for as long as it takes, compiling included, and shows its output. Returns its status. */
export async function runShown(...args: readonly string[]): Promise<number> {
  const child = spawn(setting('HEARTH_E2E_CLI'), [...args, '--data', hearth.data], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number]>;
  for await (const line of createInterface(child.stderr)) report(line);
  const [status] = await exited;
  return status;
}

/** Lists the processes of services. */
export async function serviceProcesses(): Promise<readonly ServiceProcess[]> {
  const { processes } = await systemStatus();
  return processes.filter((process): process is ServiceProcess => process.internalPort !== undefined);
}

/** Returns `projects` for `projects-2`. */
export function serviceOf({ name }: ServiceProcess): string {
  return name.replace(/-\d+$/, '');
}
