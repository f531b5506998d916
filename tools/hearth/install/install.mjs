import { ensureBuild } from './build.mjs';
import { ensurePackages } from './packages.mjs';

/** Brings node_modules and the compiled services up to date; does nothing, and writes nothing, when they are. */
export async function ensureInstalled(progress) {
  await ensurePackages(progress);
  await ensureBuild(progress);
}
