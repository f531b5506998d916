import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { MODULES } from '../../deployment/versions.mjs';
import { Failure } from '../failure.mjs';
import { withLock } from '../lock.mjs';
import { toolsFolder } from '../paths.mjs';
import { lastLines, runProgram } from '../run-program.mjs';
import { installLock, requireWritable } from './install-lock.mjs';

/**
 * Builds kustomize and kubeconform from their Go modules and writes the schemas of the pinned Kubernetes release. Without Go the specs that
 * want them are skipped, with one line that says so: nothing of Hearth needs them to run.
 * @returns {Promise<string | undefined>} the folder that holds both programs, `schemas` and `definitions`
 */
export async function ensureKubernetesTools(progress) {
  const mark = createHash('sha256').update(JSON.stringify(MODULES)).digest('hex').slice(0, 12);
  const folder = path.join(toolsFolder, `kubernetes-${mark}`);
  if (existsSync(folder)) return folder;
  if ((await runProgram('go', ['version'])).status !== 0) {
    progress.note('The manifests in k8s/ are neither rendered nor validated: that needs Go (https://go.dev).');
    return undefined;
  }
  requireWritable('The tools that check k8s/');
  await withLock(installLock, 'building the tools that check k8s/', async () => {
    if (!existsSync(folder)) await progress.step('Building kustomize and kubeconform', () => make(folder));
  });
  return folder;
}

async function make(folder) {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const env = { ...process.env, GOBIN: draft };
  for (const { program, version } of [MODULES.kustomize, MODULES.kubeconform])
    await go(['install', `${program}@${version}`], env);
  const places = {};
  for (const [name, { module, version }] of Object.entries(MODULES)) {
    if (module) places[name] = JSON.parse(await go(['mod', 'download', '-json', `${module}@${version}`], env)).Dir;
  }
  // Only now: it needs packages from npm.
  const { writeSchemas } = await import('../../deployment/kubernetes-schemas.mjs');
  writeSchemas(draft, places);
  renameSync(draft, folder);
}

async function go(args, env) {
  // Outside of any module, so that nothing of the checkout counts.
  const { status, stdout, output } = await runProgram('go', args, { cwd: toolsFolder, env });
  if (status === 0) return stdout;
  throw new Failure('The tools that check k8s/ could not be built: see above, check the network and run this again.', {
    details: lastLines(output),
  });
}
