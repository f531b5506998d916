// Makes the folder tree of a service's image from a compiled checkout: the service, the libs it is made of, and their packages from npm.
//   node tools/image/build.mjs SERVICE FOLDER      SERVICE is a folder of apps/; FOLDER must not exist
// The tree is what the Dockerfile puts into /app. It has a main.mjs that starts the service, the commit that it was
// made from, and an SBOM (CycloneDX).
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { revision } from '../release/revision.mjs';
import { linkPackages, lockedClosure } from './packages.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Scope of the workspace's own packages. */
const OWN = '@hearth/';
const SBOM = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
/** Programs that run beside the service in its container. */
const SCRIPTS = [
  'tools/image/ask.mjs',
  'tools/image/health.mjs',
  'tools/image/administrator.mjs',
  'tools/hearth/internal-request.mjs',
];
/** Read while a process runs: routes and the OpenAPI document. */
const GENERATED = '*.generated.json';
/** Compiled files that are not run: specs, their helpers, types. */
const NOT_SHIPPED = /(\.spec\.js(\.map)?|\.d\.ts|\.tsbuildinfo)$|(^|\/)testing(\/|$)/;

/**
 * @param {string} service a folder of apps/ @param {string} folder where to make the tree
 * @throws an Error when there is no such service, or npm fails
 */
export function buildImage(service, folder) {
  if (!existsSync(path.join(ROOT, 'apps', service, 'dist/bundle/main.js')))
    throw new Error(`There is no compiled service ${service}: see apps/, and compile first.`);
  const parts = partsOf(service);
  for (const part of parts) copyPart(part, folder);
  // The first knowledge of a gateway: the routes of all services.
  if (parts.some(({ place }) => place === 'libs/edge')) copyGenerated('libs/services/*', folder);
  const closure = describe(service, parts, folder);
  linkPackages(Object.keys(closure), ROOT, folder);
  writeFileSync(path.join(folder, 'sbom.cdx.json'), npm(SBOM, folder));
  writeFileSync(path.join(folder, 'main.mjs'), `import './apps/${service}/dist/bundle/main.js';\n`);
  // Where it is bundled as well: loading its modules one by one takes as much processor time again.
  const dist = path.join(folder, 'apps', service, 'dist');
  if (existsSync(path.join(dist, 'bundle/migrate.js'))) {
    writeFileSync(path.join(dist, 'migrate.js'), "import './bundle/migrate.js';\n");
    rmSync(path.join(dist, 'migrate.js.map'), { force: true });
  }
  // In the build of the Dockerfile there is no git: it gets the commit as an argument.
  mkdirSync(path.join(folder, 'tools/release'), { recursive: true });
  writeFileSync(path.join(folder, 'tools/release/revision'), `${revision() ?? ''}\n`);
  for (const file of SCRIPTS) cpSync(path.join(ROOT, file), path.join(folder, file));
}

/** Writes package.json and package-lock.json of a tree. @returns the packages from npm that it needs, by place */
function describe(service, parts, folder) {
  const { version } = readJson(path.join(ROOT, 'package.json'));
  const { packages, lockfileVersion } = readJson(path.join(ROOT, 'package-lock.json'));
  const dependencies = packagesOf(parts);
  const closure = lockedClosure(packages, Object.keys(dependencies));
  const manifest = {
    name: `hearth-${service}`,
    version,
    private: true,
    type: 'module',
    workspaces: parts.map(({ place }) => place),
    dependencies,
  };
  const links = Object.fromEntries(
    parts.flatMap(({ place, manifest: { name } }) => [
      [place, { name, version }],
      [`node_modules/${name}`, { resolved: place, link: true }],
    ]),
  );
  writeJson(path.join(folder, 'package.json'), manifest);
  const lock = { name: manifest.name, version, lockfileVersion, requires: true };
  writeJson(path.join(folder, 'package-lock.json'), { ...lock, packages: { '': manifest, ...links, ...closure } });
  return closure;
}

/** The workspace packages that a service is made of, its app first. */
function partsOf(service) {
  const workspace = workspacePackages();
  const found = new Map();
  const visit = (place) => {
    if (found.has(place)) return;
    const manifest = readJson(path.join(ROOT, place, 'package.json'));
    found.set(place, { place, manifest });
    for (const name of Object.keys(manifest.dependencies ?? {})) if (workspace.has(name)) visit(workspace.get(name));
  };
  visit(`apps/${service}`);
  return [...found.values()];
}

/** The folders of the libs by the names of their packages. */
function workspacePackages() {
  const places = globSync('libs/**/package.json', { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] });
  return new Map(places.map((file) => [readJson(path.join(ROOT, file)).name, path.dirname(file)]));
}

/** The packages from npm that the parts depend on, with their versions. */
function packagesOf(parts) {
  const all = parts.flatMap(({ manifest }) => Object.entries(manifest.dependencies ?? {}));
  return Object.fromEntries(all.filter(([name]) => !name.startsWith(OWN)).sort());
}

function copyPart({ place, manifest: { name, version, type, exports } }, folder) {
  const dist = path.join(ROOT, place, 'dist');
  cpSync(dist, path.join(folder, place, 'dist'), {
    recursive: true,
    filter: (file) => !NOT_SHIPPED.test(path.relative(dist, file)),
  });
  copyGenerated(place, folder);
  writeJson(path.join(folder, place, 'package.json'), { name, version, private: true, type, exports });
  const link = path.join(folder, 'node_modules', name);
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.relative(path.dirname(link), path.join(folder, place)), link);
}

/** Copies the generated files at the root of libs. @param place a folder of libs, or a pattern for several */
function copyGenerated(place, folder) {
  for (const file of globSync(`${place}/${GENERATED}`, { cwd: ROOT }))
    cpSync(path.join(ROOT, file), path.join(folder, file), { recursive: true });
}

function npm(args, cwd) {
  const { status, stdout, stderr, error } = spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (status === 0) return stdout;
  throw new Error(`npm ${args[0]} failed in ${cwd}: ${error?.message ?? stderr}`);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) {
  const [service, folder] = process.argv.slice(2);
  if (!service || !folder) {
    console.error('usage: node tools/image/build.mjs SERVICE FOLDER');
    process.exit(2);
  }
  // The user of the image must be able to read what root makes.
  process.umask(0o022);
  buildImage(service, path.resolve(folder));
}
