import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { nodeVersion, root } from '../paths.mjs';
import { requireProgram, runProgram } from '../run-program.mjs';
import { folderOf, installOnce, makeFolder } from './folders.mjs';
import { fetchPackages, ownNodeFirst } from './packages.mjs';
import { installMissing } from './system-packages.mjs';

const PACKAGE = path.join(root, 'tools/nodegit');
const FAILED = 'nodegit could not be built: see above, mend it and run this again. Hearth runs without it.';
/** Files that only the build needs: sources and object files. */
const BUILD_ONLY = ['vendor', 'src', 'include', 'build/Release/obj.target', 'build/Release/.deps'];
/** Fails where the package cannot be loaded. */
const PROBE = 'require(process.argv[1]).Libgit2.features()';

/** The folder of the package nodegit, built for this Node; undefined where it is not. */
export function builtNodegit() {
  const folder = path.join(place(), 'node_modules/nodegit');
  return existsSync(folder) ? folder : undefined;
}

/**
 * Builds nodegit, with libgit2 in it, from its source: some minutes, once. There are no binaries of it for current versions of Node.
 * @param {import('./system-packages.mjs').Consent} [consent]
 * @returns {Promise<string>} the package's folder
 * @throws {Failure} where it cannot be built
 */
export async function ensureNodegit(progress, consent) {
  await installOnce(place(), { what: 'nodegit', doing: 'building nodegit' }, async () => {
    if (!(await canCompile())) await installMissing('Building nodegit', { compiler: true }, progress, consent);
    await makeFolder(place(), (draft) => make(draft, progress));
  });
  return builtNodegit();
}

function place() {
  return folderOf('nodegit', readFileSync(path.join(PACKAGE, 'package-lock.json')), nodeVersion);
}

/** Whether there are a compiler, make, Python and the headers of OpenSSL and Kerberos, which libgit2's transports are made with. */
async function canCompile() {
  const headers = ['-include', 'openssl/evp.h', '-include', 'gssapi/gssapi.h'];
  const probes = [
    ['g++', ['-E', '-x', 'c++', ...headers, '/dev/null']],
    ['krb5-config', ['gssapi', '--libs']],
    ['make', ['--version']],
    ['python3', ['--version']],
  ];
  const results = await Promise.all(probes.map(([command, args]) => runProgram(command, args)));
  return results.every(({ status }) => status === 0);
}

async function make(draft, progress) {
  const nodegit = path.join(draft, 'node_modules/nodegit');
  await progress.step("Fetching nodegit's source", () => fetchPackages(draft, PACKAGE, FAILED));
  const gyp = path.join(draft, 'node_modules/node-gyp/bin/node-gyp.js');
  await progress.step('Building nodegit, which takes some minutes', () =>
    succeed([gyp, 'rebuild', '--release', '--jobs', 'max', ...headersOfNode()], nodegit),
  );
  await succeed(['-e', PROBE, nodegit], draft);
  for (const each of BUILD_ONLY) rmSync(path.join(nodegit, each), { recursive: true, force: true });
}

/** Node's own headers, where they came with it; otherwise they are fetched. */
function headersOfNode() {
  const place = path.resolve(path.dirname(process.execPath), '..');
  return existsSync(path.join(place, 'include/node/node.h')) ? [`--nodedir=${place}`] : [];
}

function succeed(args, cwd) {
  return requireProgram(process.execPath, args, FAILED, { cwd, env: ownNodeFirst(), lines: 40 });
}
