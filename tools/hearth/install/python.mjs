import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { withLock } from '../lock.mjs';
import { root, toolsFolder } from '../paths.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
import { installLock, requireWritable } from './install-lock.mjs';
import { OLDEST_PYTHON, installMissing } from './system-packages.mjs';

const REQUIREMENTS = path.join(root, 'apps/e2e/python/requirements.txt');
const COMMAND = 'python3';

/** Prints the version of a Python that is new enough and can make virtual environments; Debian ships one that cannot. */
const PROBE = `import sys, venv, ensurepip
if sys.version_info[:2] < (${OLDEST_PYTHON.join(', ')}): sys.exit(1)
print(sys.version.split()[0])`;

/**
 * Brings Python and, in an environment of its own, the packages with which the black-box suite speaks to Hearth.
 * @param {import('./system-packages.mjs').Consent} [consent]
 * @returns {Promise<string>} the Python of that environment. Its programs are run with `-m`: their scripts know no other place than the one
 *   where they were installed.
 */
export async function ensurePython(progress, consent) {
  const mark = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = path.join(toolsFolder, `python-${mark}`);
  const python = path.join(folder, 'bin/python');
  if (existsSync(python)) return python;
  requireWritable("The black-box suite's Python packages");
  await withLock(installLock, 'fetching Python packages', async () => {
    if (existsSync(python)) return;
    if (!(await findPython())) await installMissing('The black-box suite', { python: true }, progress, consent);
    await progress.step('Fetching Python packages', () => makeEnvironment(folder));
  });
  return python;
}

/** The version of a Python that will do; undefined without one. */
export async function findPython() {
  const { status, stdout } = await runProgram(COMMAND, ['-c', PROBE]);
  return status === 0 ? stdout.trim() : undefined;
}

/** Makes an environment with the packages of a file of requirements, each of which has to have one of the hashes that stand there. */
export async function makeEnvironment(folder, requirements = REQUIREMENTS) {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const flags = ['--quiet', '--disable-pip-version-check', '--no-input', '--only-binary', ':all:', '--require-hashes'];
  try {
    await run(COMMAND, ['-m', 'venv', draft], path.dirname(folder));
    const install = ['-m', 'pip', 'install', ...flags, '--requirement', requirements];
    await run(path.join(draft, 'bin/python'), install, path.dirname(folder));
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function run(command, args, cwd) {
  const { status, output } = await runProgram(command, args, { cwd });
  if (status === 0) return;
  if (/DO NOT MATCH THE HASHES/.test(output)) {
    throw new Failure(
      'A Python package is not the one that Hearth has recorded the hash of, so nothing was installed: ' +
        'find out what the network, a mirror or a cache has put in its place, and run this again.',
      { details: lastLines(output) },
    );
  }
  throw new Failure(
    `Python packages could not be installed (${OLDEST_PYTHON.join('.')} or newer is needed): see above, check the network and run this again.`,
    { details: lastLines(output) },
  );
}
