import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import 'reflect-metadata';
import { snapshotOf } from './snapshot.mjs';

const importBuilt = (root, folder) => import(pathToFileURL(path.join(root, folder, 'dist/index.js')));

/**
 * Exports of all owners' contract libs, by name.
 * @param {string} root the work tree, built
 */
export async function declaredContracts(root) {
  const manifests = globSync('libs/contracts/*/package.json', { cwd: root }).sort();
  const libs = await Promise.all(manifests.map((file) => importBuilt(root, path.dirname(file))));
  return Object.assign({}, ...libs);
}

/**
 * The snapshot of what the built libs declare.
 * @param {string} root the work tree, built
 * @returns {Promise<import('./snapshot.mjs').Snapshot>}
 */
export async function declaredSnapshot(root) {
  const load = (folder) => importBuilt(root, folder);
  const exported = Object.values(await declaredContracts(root));
  const { Caller, ProjectCard, SERVICE_NAMES } = await load('libs/platform/contract-kit');
  const jobs = {};
  for (const service of SERVICE_NAMES) {
    const module = Object.values(await load(`libs/services/${service}`)).find(({ name }) => name?.endsWith('Module'));
    jobs[service] = module?.jobs ?? [];
  }
  return snapshotOf({
    contracts: exported.filter((value) => value && typeof value === 'object' && 'owner' in value),
    // The correlation id travels beside the signature, in a header.
    shapes: { Caller: Caller.omit({ correlationId: true }), ProjectCard },
    jobs,
    retired: JSON.parse(readFileSync(path.join(root, 'libs/contracts/retired.json'), 'utf8')),
  });
}
