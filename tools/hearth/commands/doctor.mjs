import { dataFolder, exposedFolders } from '../data-folder.mjs';
import { nearestExisting, spaceOf } from '../disk.mjs';
import { findGit } from '../install/git.mjs';
import { findJava, OLDEST_JAVA } from '../install/java.mjs';
import { findPython } from '../install/python.mjs';
import { findMaven, OLDEST_PYTHON } from '../install/system-packages.mjs';
import { isAtLeast } from '../install/versions.mjs';
import { runProgram } from '../run-program.mjs';
import { checkPostgresPlace } from '../supervisor/postgres.mjs';

const OLDEST_NODE = 18;
const NEEDED_DISK_GB = 2;

/**
 * @typedef {{ name: string, found: string, remedy?: string, optional?: string }} Finding
 *   `remedy` is there when something is wrong; `optional` names what works only with it
 */

/** Checks what Hearth needs; one line each, with the remedy for what is wrong. Exit status 1 when a needed thing is. */
export async function run({ data: folder }) {
  const found = await findings(dataFolder(folder));
  for (const finding of found) process.stdout.write(`${line(finding)}\n`);
  return found.some(({ remedy, optional }) => remedy && !optional) ? 1 : 0;
}

/** @returns {Promise<Finding[]>} */
export function findings(data) {
  return Promise.all([
    ...[node(), npm(), git(), java(), maven(), python()],
    ...[disk(data), place(data), permissions(data)],
  ]);
}

/** A finding as it is printed. */
export function line({ name, found, remedy, optional }) {
  const mark = remedy ? (optional ? 'missing' : 'FAILED') : 'ok';
  const advice = remedy ? `: ${remedy}${optional ? ` (needed for ${optional})` : ''}` : '';
  return `${mark.padEnd(9)}${name.padEnd(14)}${found}${advice}`;
}

async function node() {
  const { status, stdout } = await runProgram('node', ['--version']);
  const found = status === 0 ? stdout.trim().slice(1) : process.version.slice(1);
  const remedy = isAtLeast(found, [OLDEST_NODE])
    ? undefined
    : `install Node ${OLDEST_NODE} or newer (https://nodejs.org)`;
  return { name: 'node', found, remedy };
}

async function npm() {
  const { status, stdout } = await runProgram('npm', ['--version']);
  if (status !== 0)
    return { name: 'npm', found: 'not found', remedy: 'install it (it comes with Node, https://nodejs.org)' };
  return { name: 'npm', found: stdout.trim() };
}

async function git() {
  const { version = 'not found', remedy } = await findGit();
  return { name: 'git', found: version, remedy };
}

async function java() {
  const { major, found } = await findJava();
  const optional = './hearth up --split and ./hearth test, which install it where they may';
  if (major) return { name: 'java', found: String(major) };
  return {
    name: 'java',
    found: found ? String(found) : 'not found',
    remedy: `install Java ${OLDEST_JAVA} or newer`,
    optional,
  };
}

async function maven() {
  const found = await findMaven();
  const optional = './hearth up --split and ./hearth test, which install it where they may';
  return found ? { name: 'maven', found } : { name: 'maven', found: 'not found', remedy: 'install Maven', optional };
}

async function python() {
  const found = await findPython();
  const optional = './hearth test, which installs it where it may';
  if (found) return { name: 'python', found };
  return {
    name: 'python',
    found: 'not found',
    remedy: `install Python ${OLDEST_PYTHON.join('.')} or newer with venv`,
    optional,
  };
}

async function disk(data) {
  const folder = nearestExisting(data.folder);
  const gigabytes = spaceOf(folder).free / 1e9;
  const remedy = gigabytes < NEEDED_DISK_GB ? `free at least ${NEEDED_DISK_GB} GB` : undefined;
  return { name: 'disk', found: `${gigabytes.toFixed(1)} GB free at ${folder}`, remedy };
}

async function place(data) {
  try {
    checkPostgresPlace(data);
    return { name: 'data folder', found: data.folder };
  } catch (error) {
    return { name: 'data folder', found: data.folder, remedy: error.message };
  }
}

/** Whether other users of the machine are kept out. */
async function permissions(data) {
  const name = 'permissions';
  const exposed = exposedFolders(data);
  if (exposed.length === 0) return { name, found: 'no other user may enter the data' };
  const remedy = `restart with ./hearth down and ./hearth up, which close ${exposed.join(', ')}`;
  return { name, found: 'other users may enter the data', remedy };
}
