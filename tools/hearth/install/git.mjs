import { Failure } from '../failure.mjs';
import { runProgram } from '../run-program.mjs';
import { isAtLeast } from './versions.mjs';

const OLDEST_GIT = [2, 39];

/** The version of the git in PATH; undefined where there is none. `remedy` is there where it is missing or too old. */
export async function findGit() {
  const { status, stdout } = await runProgram('git', ['--version']);
  const remedy = `install git ${OLDEST_GIT.join('.')} or newer with the system's package manager`;
  if (status !== 0) return { remedy };
  const version = /(?<!\d)\d+(\.\d+)+/.exec(stdout)?.[0] ?? stdout.trim();
  return isAtLeast(version, OLDEST_GIT) ? { version } : { version, remedy };
}

/** @throws {Failure} without the git that repositories need */
export async function requireGit() {
  const { version, remedy } = await findGit();
  if (remedy)
    throw new Failure(`git is ${version ? `too old (${version})` : 'missing'}: ${remedy} and run this again.`);
}
