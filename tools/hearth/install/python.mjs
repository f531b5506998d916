import { readFileSync } from 'node:fs';
import path from 'node:path';
import { requireProgram, runProgram } from '../run-program.mjs';
import { folderOf, installOnce, makeFolder } from './folders.mjs';
import { OLDEST_PYTHON, installMissing } from './system-packages.mjs';

const COMMAND = 'python3';

/** Prints the version of a Python that is new enough and can make virtual environments; Debian ships one that cannot. */
const PROBE = `import sys, venv, ensurepip
if sys.version_info[:2] < (${OLDEST_PYTHON.join(', ')}): sys.exit(1)
print(sys.version.split()[0])`;

/**
 * Brings Python and packages in an environment of their own.
 * @param {{ name: string, what: string, purpose: string, requirements: string }} environment `name` of its folder, `what` it has,
 *   the `purpose` for which a missing Python is installed, the file of its requirements
 * @param {import('./system-packages.mjs').Consent} [consent]
 * @returns {Promise<string>} the Python of that environment. Its programs are run with `-m`: their scripts know no other place than the one
 *   where they were installed.
 */
export async function ensurePythonPackages({ name, what, purpose, requirements }, progress, consent) {
  const folder = folderOf(name, readFileSync(requirements));
  await installOnce(folder, { what, doing: `fetching ${what}` }, async () => {
    if (!(await findPython())) await installMissing(purpose, { python: true }, progress, consent);
    await progress.step(`Fetching ${what}`, () => makeEnvironment(folder, requirements));
  });
  return path.join(folder, 'bin/python');
}

/** The version of a Python that will do; undefined without one. */
export async function findPython() {
  const { status, stdout } = await runProgram(COMMAND, ['-c', PROBE]);
  return status === 0 ? stdout.trim() : undefined;
}

/** Makes an environment with the packages of a file of requirements, each of which has to have one of the hashes that stand there. */
export function makeEnvironment(folder, requirements) {
  const flags = ['--quiet', '--disable-pip-version-check', '--no-input', '--only-binary', ':all:', '--require-hashes'];
  return makeFolder(folder, async (draft) => {
    await run(COMMAND, ['-m', 'venv', draft], path.dirname(folder));
    const install = ['-m', 'pip', 'install', ...flags, '--requirement', requirements];
    await run(path.join(draft, 'bin/python'), install, path.dirname(folder));
  });
}

const run = (command, args, cwd) => requireProgram(command, args, sentenceOf, { cwd });

function sentenceOf({ output }) {
  if (/DO NOT MATCH THE HASHES/.test(output)) {
    return (
      'A Python package is not the one that Hearth has recorded the hash of, so nothing was installed: ' +
      'find out what the network, a mirror or a cache has put in its place, and run this again.'
    );
  }
  return `Python packages could not be installed (${OLDEST_PYTHON.join('.')} or newer is needed): see above, check the network and run this again.`;
}
