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
 * @returns {Promise<string>} the Python of that environment. Its programs are run with `-m`: their scripts know no other place than the one
 *   where they were installed.
 */
export async function ensurePython(progress) {
  const mark = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = path.join(toolsFolder, `python-${mark}`);
  const python = path.join(folder, 'bin/python');
  if (existsSync(python)) return python;
  requireWritable("The black-box suite's Python packages");
  await withLock(installLock, 'fetching Python packages', async () => {
    if (existsSync(python)) return;
    if (!(await findPython())) await installMissing('The black-box suite', { python: true }, progress);
    await progress.step('Fetching Python packages', () => makeEnvironment(folder));
  });
  return python;
}

/** The version of a Python that will do; undefined without one. */
export async function findPython() {
  const { status, stdout } = await runProgram(COMMAND, ['-c', PROBE]);
  return status === 0 ? stdout.trim() : undefined;
}

async function makeEnvironment(folder) {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  await run(COMMAND, ['-m', 'venv', draft]);
  const flags = ['--quiet', '--disable-pip-version-check', '--no-input', '--only-binary', ':all:'];
  await run(path.join(draft, 'bin/python'), ['-m', 'pip', 'install', ...flags, '--requirement', REQUIREMENTS]);
  renameSync(draft, folder);
}

async function run(command, args) {
  const { status, output } = await runProgram(command, args, { cwd: toolsFolder });
  if (status === 0) return;
  throw new Failure(
    `Python packages could not be installed (${OLDEST_PYTHON.join('.')} or newer is needed): see above, check the network and run this again.`,
    { details: lastLines(output) },
  );
}
