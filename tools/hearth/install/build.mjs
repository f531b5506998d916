import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { readJson, writeJson } from '../json-files.mjs';
import { withLock } from '../lock.mjs';
import { root, toolsFolder } from '../paths.mjs';
import { requireProgram } from '../run-program.mjs';
import { installLock, requireWritable } from './install-lock.mjs';

/** File with a hash of what the compiled files were made from, and of themselves. */
export const BUILD_STAMP = path.join(toolsFolder, 'build.json');
const COMPILER = 'node_modules/typescript7/bin/tsc';
/** Folder of an app's bundles. They are no part of a build: most suites do without them. */
export const BUNDLES = 'dist/bundle';
/** Files that compiled sources read while they run: templates and assets of pages. They are copied as they are. */
const COPIED = /\.(eta|css|js|svg)$/;
/** Compiled files of one source. */
const OUTPUTS = ['.js', '.d.ts', '.js.map'];

/**
 * Compiles the workspace when a source, a setting or a compiled file changed since the last time, and removes what was
 * compiled from sources that are gone: Jest would still find such specs.
 */
export async function ensureBuild(progress) {
  if (readJson(BUILD_STAMP)?.hash === surveyHash(survey())) return;
  requireWritable('the build');
  await withLock(installLock, 'building', async () => {
    const before = survey();
    for (const project of before) prune(project);
    const sentence = 'The build failed: mend the errors above and run this again.';
    await progress.step('Compiling', () =>
      requireProgram(process.execPath, [COMPILER, '-b'], sentence, { cwd: root, lines: 60 }),
    );
    for (const project of before) copyAssets(project);
    // A source that was edited during the build must count as changed: so sources as before it, outputs as after it.
    const built = survey().map(({ outputs }, index) => ({ ...before[index], outputs }));
    writeJson(BUILD_STAMP, { hash: surveyHash(built) });
  });
}

/** Removes compiled files without a source; makes the compiler write those again that are missing. */
function prune(project) {
  const { orphans, missing } = compareOutputs(Object.keys(project.sources), Object.keys(project.outputs));
  for (const file of orphans) rmSync(path.join(project.folder, 'dist', file));
  if (missing.length > 0) rmSync(path.join(project.folder, 'dist/.tsbuildinfo'), { force: true });
}

/**
 * Returns the superfluous and the missing files of a project's dist.
 * @param {string[]} sources paths below src @param {string[]} outputs paths below dist
 */
export function compareOutputs(sources, outputs) {
  const expected = new Set();
  for (const source of sources) {
    if (source.endsWith('.d.ts')) continue;
    if (source.endsWith('.ts')) for (const ending of OUTPUTS) expected.add(source.slice(0, -'.ts'.length) + ending);
    if (source.endsWith('.json') || COPIED.test(source)) expected.add(source);
  }
  const compiled = new Set(outputs.filter((file) => file !== '.tsbuildinfo'));
  return {
    orphans: [...compiled].filter((file) => !expected.has(file)),
    missing: [...expected].filter((file) => file.endsWith('.js') && !compiled.has(file) && !sources.includes(file)),
  };
}

function copyAssets({ folder, sources }) {
  for (const file of Object.keys(sources).filter((source) => COPIED.test(source)))
    cpSync(path.join(folder, 'src', file), path.join(folder, 'dist', file));
}

function survey() {
  const settings = ['tsconfig.base.json', 'tsconfig.json', 'package-lock.json'];
  const workspace = {
    folder: root,
    settings: Object.fromEntries(settings.map((file) => [file, mark(path.join(root, file))])),
  };
  const { references } = JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8'));
  const projects = references.map((reference) => {
    const folder = path.resolve(root, reference.path);
    return {
      folder,
      settings: {
        'tsconfig.json': mark(path.join(folder, 'tsconfig.json')),
        'package.json': mark(path.join(folder, 'package.json')),
      },
      sources: marks(path.join(folder, 'src')),
      outputs: marks(path.join(folder, 'dist'), path.join(folder, BUNDLES)),
    };
  });
  return [{ ...workspace, sources: {}, outputs: {} }, ...projects];
}

function surveyHash(projects) {
  return createHash('sha256').update(JSON.stringify(projects)).digest('hex');
}

/** Size and time of each file below a folder, by its path there, but of those below a folder `but`. */
export function marks(folder, but) {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const places = files
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((place) => but === undefined || !place.startsWith(but + path.sep))
    .sort();
  return Object.fromEntries(places.map((place) => [path.relative(folder, place), mark(place)]));
}

function mark(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.size}:${found.mtimeMs}` : 'absent';
}
