import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { withLock } from '../lock.mjs';
import { nodeVersion, toolsFolder } from '../paths.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
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
    const prefix = path.join(toolsFolder, folder);
    mkdirSync(prefix, { recursive: true });
    const args = ['install', '--prefix', prefix, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { status, output } = await progress.step(`Installing Node ${nodeVersion}`, () =>
      runProgram('npm', [...args, `${name}@${nodeVersion}`], { cwd: prefix }),
    );
    if (status !== 0) {
      throw new Failure(
        `Node ${nodeVersion} could not be installed from npm: see above, check the network, run it again.`,
        {
          details: lastLines(output),
        },
      );
    }
  }
  const probe = await runProgram(absolute, ['--version']);
  if (probe.status !== 0) {
    throw new Failure(`Node ${nodeVersion} does not run on this system: use a distribution with glibc 2.28 or newer.`, {
      details: lastLines(probe.output),
    });
  }
  return binary;
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

/** What npm packages with binaries are chosen by. */
export function thisMachine() {
  const { platform, arch } = process;
  return {
    platform,
    arch,
    glibc: platform === 'linux' && process.report.getReport().header.glibcVersionRuntime !== undefined,
  };
}
