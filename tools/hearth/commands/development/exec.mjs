import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '../../failure.mjs';
import { ensurePackages, ownNodeFirst } from '../../install/packages.mjs';
import { createProgress } from '../../progress.mjs';

/** Runs a command where it was typed, with Hearth's Node first in PATH. @returns its exit status */
export async function run(_values, [command, ...args]) {
  await ensurePackages(createProgress());
  const child = spawn(command, args, { stdio: 'inherit', env: ownNodeFirst() });
  // A terminal's Ctrl-C reaches the command itself, and what it answers with is the status.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [status] = await once(child, 'close').catch((error) => {
    throw new Failure(`${command} cannot be run (${error.message}).`, { exitCode: 127 });
  });
  return status ?? 1;
}
