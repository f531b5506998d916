import { ensureBuild } from './build.mjs';
import { ensureBundles } from './bundles.mjs';
import { ensurePackages } from './packages.mjs';

/** Brings node_modules and the compiled services up to date; does nothing, and writes nothing, when they are. */
export async function ensureInstalled(progress) {
  await ensurePackages(progress);
  await ensureBuild(progress);
}

/** The same, with the bundles up to date that services are started and migrated from. */
export async function ensurePrograms(progress) {
  await ensureInstalled(progress);
  await ensureBundles(progress);
}
