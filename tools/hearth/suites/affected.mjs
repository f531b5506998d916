import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { readJson } from '../json-files.mjs';
import { root } from '../paths.mjs';
import { runProgram } from '../run-program.mjs';

const NX = path.join(root, 'node_modules/nx/dist/bin/nx.js');
const DEFAULT_BASES = ['origin/HEAD', 'origin/main', 'main'];
/** The specs of the tools look at every source: they take seconds, and are left out of no run. */
const ALWAYS = 'tools';

/**
 * Returns a predicate for the specs that the changes since `base` can break, uncommitted ones included: those of the projects that
 * `nx affected` names.
 * @param {{ note(text: string): void }} progress
 * @param {string} [base] revision that the work began from (default: where this branch left the default branch)
 * @returns {Promise<(spec: string) => boolean>}
 * @throws {Failure} when there is no such revision
 */
export async function affectedSpecs(progress, base) {
  const from = mergeBase(base);
  const names = await affectedProjects(from);
  progress.note(`Affected since ${from.slice(0, 10)}: ${names.length > 0 ? names.sort().join(', ') : 'no project'}`);
  return specsOf(names, projectFolders());
}

/**
 * @param {string[]} names of projects that are affected
 * @param {Map<string, string>} folders of all projects, by name
 * @returns {(spec: string) => boolean} whether the project that a spec belongs to is affected
 */
export function specsOf(names, folders) {
  const affected = new Set(names);
  return (spec) => {
    const [project] = [...folders].find(([, folder]) => spec.startsWith(`${folder}/`)) ?? [];
    return affected.has(project) || (project === ALWAYS && !spec.includes('.integration.'));
  };
}

/** The folders of Nx's projects, by name. */
export function projectFolders() {
  const files = globSync(['{apps,libs}/**/package.json', '{bench,tools}/{package,project}.json'], {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', 'fixtures'].includes(path.basename(name)),
  });
  return new Map(files.map((file) => [readJson(path.join(root, file)).name, path.dirname(file)]));
}

function mergeBase(base) {
  const asked = base === undefined ? DEFAULT_BASES : [base];
  const found = asked.find((name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== undefined);
  const commit = found && git('merge-base', found, 'HEAD');
  if (commit) return commit;
  throw new Failure(`There is no revision ${asked.join(', ')} that this work began from: name one by --base REF.`, {
    exitCode: 2,
  });
}

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

async function affectedProjects(base) {
  const args = [NX, 'show', 'projects', '--affected', `--base=${base}`, '--json'];
  const env = { ...process.env, NX_DAEMON: 'false' };
  const { status, output, stdout } = await runProgram(process.execPath, args, { cwd: root, env });
  if (status === 0) return JSON.parse(stdout);
  throw new Failure('nx affected failed: mend what is said above and run this again.', { details: output });
}
