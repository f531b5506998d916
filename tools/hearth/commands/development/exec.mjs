import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Failure } from '../../failure.mjs';
import { ensurePackages } from '../../install/packages.mjs';
import { createProgress } from '../../progress.mjs';

/** Runs a command where it was typed, with Hearth's Node first in PATH. @returns its exit status */
export async function run(_values, [command, ...args]) {
  await ensurePackages(createProgress());
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` };
  const child = spawn(command, args, { stdio: 'inherit', env });
  // A terminal's Ctrl-C reaches the command itself, and what it answers with is the status.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [status] = await once(child, 'close').catch((error) => {
    throw new Failure(`${command} cannot be run (${error.message}).`, { exitCode: 127 });
  });
  return status ?? 1;
}
