import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { withLock } from '../lock.mjs';
import { nodeVersion, toolsFolder } from '../paths.mjs';
import { requireProgram } from '../run-program.mjs';
import { makeFolder } from './folders.mjs';
import { requireArchive } from './hashes.mjs';
import { installLock, requireWritable } from './install-lock.mjs';

/** The npm package that holds the plain Node binary for a platform; undefined where there is none. */
export function runtimePackage({ platform, arch, glibc }) {
  return platform === 'linux' && glibc && ['x64', 'arm64'].includes(arch) ? `node-linux-${arch}` : undefined;
}

/**
 * Installs Hearth's own Node and links it at the place where the `hearth` script looks (.tools/bin). Where npm has no
 * package for this machine, the Node that runs this is linked, if it is new enough.
 */
export async function ensureRuntime(progress) {
  const link = path.join(toolsFolder, 'bin', `node-${nodeVersion}-${os.type()}-${os.machine()}`);
  if (existsSync(link)) return;
  requireWritable('Node');
  await withLock(installLock, 'installing Node', async () => {
    if (existsSync(link)) return;
    const packageName = runtimePackage(thisMachine());
    const binary = packageName ? await installPackage(packageName, progress) : systemNode();
    mkdirSync(path.dirname(link), { recursive: true });
    const draft = `${link}.${process.pid}`;
    rmSync(draft, { force: true });
    symlinkSync(path.isAbsolute(binary) ? binary : path.join('..', binary), draft);
    renameSync(draft, link);
  });
}

/** Installs the package and returns the binary's path below .tools, so that the checkout may be moved. */
async function installPackage(name, progress) {
  const folder = `node-${nodeVersion}`;
  const binary = path.join(folder, 'node_modules', name, 'bin', 'node');
  const absolute = path.join(toolsFolder, binary);
  if (!existsSync(absolute)) {
    await progress.step(`Installing Node ${nodeVersion}`, () =>
      fetchPackage(`${name}@${nodeVersion}`, path.join(toolsFolder, folder, 'node_modules', name)),
    );
  }
  const sentence = `Node ${nodeVersion} does not run on this system: use a distribution with glibc 2.28 or newer.`;
  await requireProgram(absolute, ['--version'], sentence);
  return binary;
}

/** The recorded hash of each package that Hearth may install, by name and version. */
export function nodeHashes() {
  return JSON.parse(readFileSync(new URL('node-hashes.json', import.meta.url), 'utf8'));
}

/**
 * Unpacks a package of npm into a folder, if it is the one whose hash is recorded. None of its scripts runs.
 * @param {string} wanted name@version @param {string | undefined} [hash]
 */
export function fetchPackage(wanted, folder, hash = nodeHashes()[wanted]) {
  mkdirSync(path.dirname(folder), { recursive: true });
  const sentence = `${wanted} could not be installed from npm: see above, check the network, run it again.`;
  return makeFolder(folder, async (draft) => {
    mkdirSync(draft);
    const [name, version] = wanted.split('@');
    const archive = path.join(draft, `${name}-${version}.tgz`);
    await requireProgram('npm', ['pack', wanted, '--pack-destination', draft, '--ignore-scripts'], sentence, {
      cwd: draft,
    });
    requireArchive(archive, hash);
    await requireProgram('tar', ['-xzf', archive, '-C', draft, '--strip-components=1'], sentence);
    rmSync(archive);
    // One without its binary, which was removed.
    rmSync(folder, { recursive: true, force: true });
  });
}

function systemNode() {
  const [major] = process.versions.node.split('.');
  const [wanted] = nodeVersion.split('.');
  if (Number(major) >= Number(wanted)) return process.execPath;
  throw new Failure(
    `npm has no Node ${wanted} for this system (${process.platform} ${process.arch}) and the one installed is ` +
      `${process.version}: install Node ${wanted} or newer (https://nodejs.org) and run this again.`,
  );
}

/** Properties by which npm packages with binaries are chosen. */
export function thisMachine() {
  const { platform, arch } = process;
  return {
    platform,
    arch,
    glibc: platform === 'linux' && process.report.getReport().header.glibcVersionRuntime !== undefined,
  };
}
