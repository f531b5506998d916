import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { API_SERVER } from '../../deployment/versions.mjs';
import { Failure } from '../failure.mjs';
import { withLock } from '../lock.mjs';
import { toolsFolder } from '../paths.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
import { installLock, requireWritable } from './install-lock.mjs';

/**
 * Builds kube-apiserver and etcd from their Go modules: some minutes on two cores, once.
 * @returns {Promise<string | undefined>} the folder that holds both programs; undefined without Go
 */
export async function ensureKubeApiserver(progress) {
  const mark = createHash('sha256').update(JSON.stringify(API_SERVER)).digest('hex').slice(0, 12);
  const folder = path.join(toolsFolder, `kube-apiserver-${mark}`);
  if (existsSync(folder)) return folder;
  if ((await runProgram('go', ['version'])).status !== 0) {
    progress.note('No API server of Kubernetes takes the manifests in k8s/: building one needs Go (https://go.dev).');
    return undefined;
  }
  requireWritable('kube-apiserver');
  await withLock(installLock, 'building kube-apiserver', async () => {
    if (!existsSync(folder)) await progress.step('Building kube-apiserver and etcd', () => make(folder));
  });
  return folder;
}

async function make(folder) {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  const { kubernetes, etcd } = API_SERVER;
  await build(
    path.join(draft, 'kube-apiserver'),
    'k8s.io/kubernetes/cmd/kube-apiserver',
    await kubernetesModule(kubernetes),
  );
  await build(
    path.join(draft, 'etcd'),
    'go.etcd.io/etcd/server/v3',
    `go 1.24\n\nrequire go.etcd.io/etcd/server/v3 v${etcd}\n`,
  );
  renameSync(draft, folder);
}

/** The requirements of Kubernetes for a module of ours: what it replaces by its own folders is published as modules of the same release. */
async function kubernetesModule(version) {
  const { Dir } = JSON.parse(await go(['mod', 'download', '-json', `k8s.io/kubernetes@v${version}`], toolsFolder));
  const requirements = readFileSync(path.join(Dir, 'go.mod'), 'utf8').replace(/^module .*\n/m, '');
  const published = requirements.replace(
    /(k8s\.io\/[a-z-]+) => \.\/staging\/\S+/g,
    `$1 => $1 v${version.replace(/^1/, '0')}`,
  );
  return `${published}\nrequire k8s.io/kubernetes v${version}\n`;
}

/** Builds a program as a dependency of a module that has nothing else. */
async function build(target, program, requirements) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-go-'));
  try {
    writeFileSync(path.join(folder, 'go.mod'), `module build\n\n${requirements}`);
    writeFileSync(path.join(folder, 'tools.go'), `//go:build tools\n\npackage build\n\nimport _ "${program}"\n`);
    await go(['build', '-mod=mod', '-o', target, program], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function go(args, cwd) {
  const { status, stdout, output } = await runProgram('go', args, { cwd });
  if (status === 0) return stdout;
  throw new Failure('kube-apiserver could not be built: see above, check the network and run this again.', {
    details: lastLines(output),
  });
}
