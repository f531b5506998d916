import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { folderOf, installOnce, makeFolder } from './folders.mjs';
import { fetchPackages } from './packages.mjs';

const PACKAGE = path.join(root, 'tools/docs');
const FAILED = 'VitePress could not be fetched: see above, mend it and run this again.';

/**
 * Fetches VitePress, the generator of the documentation site, once, into a folder of its own: a hundred packages that nothing else of Hearth needs.
 * @returns {Promise<string>} its program
 * @throws {Failure} where it cannot be fetched
 */
export async function ensureVitepress(progress) {
  const folder = folderOf('vitepress', readFileSync(path.join(PACKAGE, 'package-lock.json')));
  await installOnce(folder, { what: 'VitePress', doing: 'fetching VitePress' }, () =>
    progress.step('Fetching VitePress', () => makeFolder(folder, (draft) => fetchPackages(draft, PACKAGE, FAILED))),
  );
  return path.join(folder, 'node_modules/vitepress/bin/vitepress.js');
}
