import path from 'node:path';
import { Failure } from '../../failure.mjs';
import { ensurePackages } from '../../install/packages.mjs';
import { ensureVitepress } from '../../install/vitepress.mjs';
import { root } from '../../paths.mjs';
import { createProgress } from '../../progress.mjs';
import { requireProgram, runProgram } from '../../run-program.mjs';

const FOLDER = 'tools/docs';

/**
 * Builds the documentation site, or serves the pages as they are edited.
 * @returns {Promise<number>} exit status
 * @throws {Failure} for another word, and for links that lead nowhere
 */
export async function run({ port }, [what]) {
  if (what !== 'build' && what !== 'serve')
    throw new Failure(`docs has no "${what}": choose build or serve.`, { exitCode: 2 });
  const progress = createProgress();
  await ensurePackages(progress);
  const vitepress = await ensureVitepress(progress);
  if (what === 'serve') return serve(vitepress, port);
  const dead = 'Links lead nowhere: mend those above and run this again.';
  await requireProgram(process.execPath, [path.join(FOLDER, 'links.mjs')], dead, { cwd: root });
  const failed = 'The site could not be built: see above.';
  await progress.step('Building the site', () =>
    requireProgram(process.execPath, [vitepress, 'build', FOLDER], failed, { cwd: root }),
  );
  process.stdout.write(`The site is in ${path.join(root, FOLDER, 'dist')}: any web server may serve it.\n`);
  return 0;
}

async function serve(vitepress, port = '5173') {
  const { status } = await runProgram(process.execPath, [vitepress, 'dev', FOLDER, '--port', port], {
    cwd: root,
    show: true,
  });
  return status;
}
