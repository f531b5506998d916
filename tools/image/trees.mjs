import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readJson, writeJson } from '../hearth/json-files.mjs';
import { withLock } from '../hearth/lock.mjs';
import { root, toolsFolder } from '../hearth/paths.mjs';
import { requireProgram } from '../hearth/run-program.mjs';
import { ensureBundles } from '../hearth/install/bundles.mjs';
import { installLock, requireWritable } from '../hearth/install/install-lock.mjs';
import { ownNodeFirst } from '../hearth/install/packages.mjs';

const FOLDER = path.join(toolsFolder, 'images');
const STAMP = path.join(FOLDER, 'built.json');
const AT_ONCE = 2;

/**
 * Makes the tree of each image as the Dockerfile does, unless what they are made from is unchanged.
 * @returns {Promise<string>} the folder that holds one for each app
 */
export async function ensureImages(progress) {
  if (readJson(STAMP)?.mark === mark()) return FOLDER;
  requireWritable("The images' trees");
  await ensureBundles(progress);
  await withLock(installLock, "making the images' trees", async () => {
    if (readJson(STAMP)?.mark === mark()) return;
    rmSync(FOLDER, { recursive: true, force: true });
    await progress.step("Making the images' trees", buildAll);
    writeJson(STAMP, { mark: mark() });
  });
  return FOLDER;
}

async function buildAll() {
  const waiting = globSync('apps/*/src/main.ts', { cwd: root }).map((file) => file.split(path.sep)[1]);
  const worker = async () => {
    for (let app = waiting.shift(); app; app = waiting.shift()) await build(app);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function build(app) {
  const args = [path.join(root, 'tools/image/build.mjs'), app, path.join(FOLDER, app)];
  const sentence = `The tree of the image ${app} could not be made: see above.`;
  await requireProgram(process.execPath, args, sentence, { cwd: root, env: ownNodeFirst() });
}

/** Returns a mark of the trees' sources: the compiled apps and libs, the packages, and the script. */
function mark() {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  hash.update(JSON.stringify(readJson(path.join(toolsFolder, 'build.json')) ?? null));
  for (const file of globSync(['tools/image/*.mjs', 'tools/hearth/internal-request.mjs'], { cwd: root }).sort())
    hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
