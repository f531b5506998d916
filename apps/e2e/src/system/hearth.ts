import { execFile } from 'node:child_process';
import { ApiClient } from '@hearth/testing';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The running system under test; `./hearth test e2e` starts it and passes its address. */
export const hearth = {
  /** Scheme, host and port. */
  url: setting('HEARTH_E2E_URL'),
  /** Data folder, for checks of the disk. */
  data: setting('HEARTH_E2E_DATA'),
  split: setting('HEARTH_E2E_MODE') === 'split',
  /** The first admin. */
  root: new ApiClient(setting('HEARTH_E2E_URL'), setting('HEARTH_E2E_TOKEN')),
  anonymous: new ApiClient(setting('HEARTH_E2E_URL')),

  /** Runs `./hearth` on the data folder of the system; `args` begin with the command. */
  run(...args: string[]): Promise<CommandResult> {
    return this.runWith({}, ...args);
  },

  /** Runs `./hearth` with additional variables in the environment. */
  runWith(variables: Readonly<Record<string, string>>, ...args: string[]): Promise<CommandResult> {
    return new Promise((resolve, reject) => {
      execFile(
        setting('HEARTH_E2E_CLI'),
        [...args, '--data', this.data],
        { timeout: 60_000, env: { ...process.env, ...variables } },
        (error, stdout, stderr) => {
          if (error && typeof error.code !== 'number') reject(error);
          else resolve({ code: Number(error?.code ?? 0), stdout, stderr });
        },
      );
    });
  },
};

/** Returns a setting that the runner of the suite passes in the environment. @throws when it is not set */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the suite with ./hearth test e2e`);
  return value.replace(/\/$/, '');
}
