import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { requireProgram } from '../run-program.mjs';
import { folderOf, installOnce, makeFolder } from './folders.mjs';

const PACKAGE = path.join(root, 'tools/docs');

/**
 * Fetches VitePress, the generator of the documentation site, once, into a folder of its own: a hundred packages that nothing else of Hearth needs.
 * @returns {Promise<string>} its program
 * @throws {Failure} where it cannot be fetched
 */
export async function ensureVitepress(progress) {
  const folder = folderOf('vitepress', readFileSync(path.join(PACKAGE, 'package-lock.json')));
  await installOnce(folder, { what: 'VitePress', doing: 'fetching VitePress' }, () =>
    progress.step('Fetching VitePress', () => makeFolder(folder, fetchInto)),
  );
  return path.join(folder, 'node_modules/vitepress/bin/vitepress.js');
}

async function fetchInto(draft) {
  mkdirSync(draft, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(PACKAGE, file), path.join(draft, file));
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` };
  const sentence = 'VitePress could not be fetched: see above, mend it and run this again.';
  await requireProgram('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], sentence, { cwd: draft, env });
}
