import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { folderOf, installOnce, makeFolder } from '../hearth/install/folders.mjs';
import { toolsFolder } from '../hearth/paths.mjs';
import { requireProgram, runProgram } from '../hearth/run-program.mjs';
import { API_SERVER, MODULES } from './versions.mjs';

/**
 * Builds kube-apiserver and etcd from their Go modules: some minutes on two cores, once.
 * @returns {Promise<string | undefined>} the folder that holds both programs; undefined without Go
 */
export function ensureKubeApiserver(progress) {
  const folder = folderOf('kube-apiserver', JSON.stringify(API_SERVER));
  const skipped = 'No API server of Kubernetes takes the manifests in k8s/: building one needs Go (https://go.dev).';
  return build(folder, { programs: 'kube-apiserver and etcd', skipped, progress }, async (draft, go) => {
    mkdirSync(draft);
    const { kubernetes, etcd } = API_SERVER;
    const release = await kubernetesModule(kubernetes, go);
    await buildDependency(path.join(draft, 'kube-apiserver'), 'k8s.io/kubernetes/cmd/kube-apiserver', release, go);
    const server = 'go.etcd.io/etcd/server/v3';
    await buildDependency(path.join(draft, 'etcd'), server, `go 1.24\n\nrequire ${server} v${etcd}\n`, go);
  });
}

/**
 * Builds kustomize, helm and kubeconform from their Go modules and writes the schemas of the pinned Kubernetes release.
 * @returns {Promise<string | undefined>} the folder that holds these programs, `schemas` and `definitions`; undefined without Go
 */
export function ensureKubernetesTools(progress) {
  const schemas = readFileSync(path.join(import.meta.dirname, 'kubernetes-schemas.mjs'));
  const folder = folderOf('kubernetes', JSON.stringify(MODULES), schemas);
  const skipped =
    'The manifests in k8s/ and charts/ are neither rendered nor validated: that needs Go (https://go.dev).';
  return build(folder, { programs: 'kustomize, helm and kubeconform', skipped, progress }, async (draft, go) => {
    for (const { program, version } of [MODULES.kustomize, MODULES.helm, MODULES.kubeconform])
      await go(['install', `${program}@${version}`], { env: { ...process.env, GOBIN: draft } });
    const places = {};
    for (const [name, { module, version }] of Object.entries(MODULES))
      if (module) places[name] = await download(`${module}@${version}`, go);
    // Only now: it needs packages from npm.
    const { writeSchemas } = await import('./kubernetes-schemas.mjs');
    writeSchemas(draft, places);
  });
}

/** Makes a folder of programs once. Without Go the specs that want them are skipped: nothing of Hearth needs them to run. */
async function build(folder, { programs, skipped, progress }, make) {
  if (existsSync(folder)) return folder;
  if ((await runProgram('go', ['version'])).status !== 0) {
    progress.note(skipped);
    return undefined;
  }
  // Outside of any module, so that nothing of the checkout counts.
  const sentence = `${programs} could not be built: see above, check the network and run this again.`;
  const go = (args, options) => requireProgram('go', args, sentence, { cwd: toolsFolder, ...options });
  return installOnce(folder, { what: programs, doing: `building ${programs}` }, () =>
    progress.step(`Building ${programs}`, () => makeFolder(folder, (draft) => make(draft, go))),
  );
}

/** Returns the folder of a module's source. */
async function download(module, go) {
  return JSON.parse(await go(['mod', 'download', '-json', module])).Dir;
}

/** The requirements of Kubernetes for another module: its replacements by own folders are published as modules of the same release. */
async function kubernetesModule(version, go) {
  const source = await download(`k8s.io/kubernetes@v${version}`, go);
  const requirements = readFileSync(path.join(source, 'go.mod'), 'utf8').replace(/^module .*\n/m, '');
  const published = requirements.replace(
    /(k8s\.io\/[a-z-]+) => \.\/staging\/\S+/g,
    `$1 => $1 v${version.replace(/^1/, '0')}`,
  );
  return `${published}\nrequire k8s.io/kubernetes v${version}\n`;
}

/** Builds a program as a dependency of a module that has nothing else. */
async function buildDependency(target, program, requirements, go) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-go-'));
  try {
    writeFileSync(path.join(folder, 'go.mod'), `module build\n\n${requirements}`);
    writeFileSync(path.join(folder, 'tools.go'), `//go:build tools\n\npackage build\n\nimport _ "${program}"\n`);
    await go(['build', '-mod=mod', '-o', target, program], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
