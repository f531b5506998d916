import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson, writeJson } from '../json-files.mjs';
import { withLock } from '../lock.mjs';
import { root, toolsFolder } from '../paths.mjs';
import { BUILD_STAMP, BUNDLES } from './build.mjs';
import { installLock, requireWritable } from './install-lock.mjs';

/** Programs of apps that each start runs. */
const OF_STARTS = ['main', 'migrate'];
/** Programs of apps that commands run beside a system. */
const OF_COMMANDS = ['rotate', 'dead-letters', 'storages', 'backup', 'restore-files', 'restore-database'];
/** Folder of the programs of threads, below the app's bundles. */
const THREADS = 'threads';
const STAMP = path.join(toolsFolder, 'bundles.json');
/** Program of a thread, beside the module that starts it. */
const THREAD = /\bnew URL\('\.\/([\w-]+-thread\.js)', import\.meta\.url\)/g;
const THREAD_OR_PROPERTY = new RegExp(`${THREAD.source}|\\bimport\\.meta\\.(\\w+)`, 'g');

/**
 * The compiled program of an app: its bundle, if it has one. A command does not make bundles, since a running system restarts its processes from
 * those that are there; where they are of another build, its program runs from `dist`.
 */
export function programOf(app, program) {
  const isBundled = OF_STARTS.includes(program) || (OF_COMMANDS.includes(program) && isOfThisBuild());
  return path.join(root, 'apps', app, isBundled ? BUNDLES : 'dist', `${program}.js`);
}

/**
 * Joins the compiled programs of each app with the libs that they are made of, in `apps/APP/dist/bundle`, unless that was done since the last build:
 * loading thousands of modules one by one takes Node a third of the CPU time of a start, and memory for each of them (docs/performance.md).
 * Packages from npm stay outside, since some read files beside their own. Each program of a thread that they start is a file of its own.
 */
export async function ensureBundles(progress) {
  const apps = globSync('apps/*/dist/main.js', { cwd: root }).map((main) => main.split(path.sep)[1]);
  const isDone = () => isOfThisBuild() && readJson(STAMP).files.every((file) => existsSync(path.join(root, file)));
  if (isDone()) return;
  requireWritable('bundles of the services');
  await withLock(installLock, 'bundling the services', async () => {
    if (isDone()) return;
    const files = [];
    await progress.step('Bundling the services', async () => {
      for (const app of apps) files.push(...(await bundle(app)));
    });
    writeJson(STAMP, { build: readJson(BUILD_STAMP).hash, files });
  });
}

function isOfThisBuild() {
  return readJson(STAMP)?.build === readJson(BUILD_STAMP)?.hash;
}

function folderOf(app) {
  return path.join(root, 'apps', app, BUNDLES);
}

/** The compiled programs of an app that are bundled, as files below its `dist`. */
function programsOf(app) {
  const files = [...OF_STARTS, ...OF_COMMANDS].map((program) => `${program}.js`);
  return files.filter((file) => existsSync(path.join(root, 'apps', app, 'dist', file)));
}

/** Returns the bundles of the app's programs and threads, as paths in the repository. */
async function bundle(app) {
  const folder = folderOf(app);
  // What an interrupted run left counts for nothing, and chunks of the last build have other names.
  rmSync(folder, { recursive: true, force: true });
  const programs = programsOf(app).map((file) => path.join(root, 'apps', app, 'dist', file));
  // What the programs share and what is imported when it is first used have files of their own.
  const threads = await join(programs, folder, { splitting: true });
  const ofThreads = await join([...threads], path.join(folder, THREADS), { entryNames: '[name]' });
  if (ofThreads.size > 0)
    throw new Error(`A thread starts ${[...ofThreads].join(', ')}: bundles.mjs bundles no threads of threads`);
  const codec = await import('@jridgewell/sourcemap-codec');
  for (const map of globSync(path.join(folder, '**/*.map'))) keepLines(map, codec);
  const places = [
    ...programs.map((file) => path.join(folder, path.basename(file))),
    ...[...threads].map((file) => path.join(folder, THREADS, path.basename(file))),
  ];
  return places.map((place) => path.relative(root, place));
}

/** Joins compiled programs with the modules that they import. @returns the files of the threads that they start */
async function join(programs, folder, options) {
  const threads = new Set();
  // Only now: a package from npm.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Nest and TypeORM, logs and metrics call classes and errors by their names.
    keepNames: true,
    sourcemap: 'external',
    sourcesContent: false,
    packages: 'external',
    plugins: [ownModules, placesOfModules(folder, threads)],
    ...options,
  });
  return threads;
}

/** Keeps one position for each line of a source map. A process reads the map whole for the first error that it reports: all positions take four times the memory. */
function keepLines(file, { decode, encode }) {
  const map = readJson(file);
  writeJson(file, { ...map, mappings: encode(decode(map.mappings).map((line) => line.slice(0, 1))), names: [] });
}

/** Has libs of the workspace count as the app's own modules, unlike packages from npm. */
const ownModules = {
  name: 'own-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^@hearth\// }, ({ path: name }) => ({ path: fileURLToPath(import.meta.resolve(name)) }));
  },
};

/** Keeps the meaning of `import.meta` in modules that read or start files beside their own. @param threads set that gets the files of threads */
function placesOfModules(folder, threads) {
  return {
    name: 'places-of-modules',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path: file }) => {
        const code = readFileSync(file, 'utf8');
        if (!code.includes('import.meta')) return undefined;
        for (const [, thread] of code.matchAll(THREAD)) threads.add(path.join(path.dirname(file), thread));
        return { contents: withPlace(code, path.relative(folder, file)) };
      });
    },
  };
}

/**
 * Replaces `import.meta.url` and its like of a module by expressions with the same values within a bundle, and the programs of threads by their bundles.
 * @param {string} code of the module @param {string} place its path from the bundle's folder
 * @throws an Error for a property other than `url` and `dirname`
 */
export function withPlace(code, place) {
  const said = {
    url: `new URL(${JSON.stringify(place)}, import.meta.url).href`,
    dirname: `import.meta.dirname + ${JSON.stringify(`/${path.dirname(place)}`)}`,
  };
  return code.replaceAll(THREAD_OR_PROPERTY, (found, thread, property) => {
    if (thread !== undefined) return `new URL('./${THREADS}/${thread}', import.meta.url)`;
    if (!(property in said))
      throw new Error(`${place}: ${found} is not known in bundles: tools/hearth/install/bundles.mjs`);
    return `(${said[property]})`;
  });
}
