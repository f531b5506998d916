import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { ensureBundles } from '../install/bundles.mjs';
import { root } from '../paths.mjs';
import { runProgram } from '../run-program.mjs';
import { runInMode } from './black-box.mjs';
import { enginesOf } from './engines.mjs';
import { REPLICATED } from './faults.mjs';
import { allSpecs, chooseSpecs, SPECS_OF } from './specs.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/**
 * Starts the system of an earlier revision, from a worktree of its own with packages of its own, and has specs replace its services by those of this checkout
 * under load. The order of the services is drawn from a seed.
 * @param {import('./black-box.mjs').Context & { from: string, seed?: string }} context `from` is the revision; it must be of this checkout's layout: its
 *   supervisor starts `apps/NAME/dist/bundle/main.js`
 * @throws {Failure} when there is no such revision
 */
export async function runUpgrades({ progress, cleanups, pattern, from, seed = String(randomInt(1_000_000)) }) {
  await ensureBundles(progress);
  const earlier = await progress.step(`Checking out ${from}`, () => checkOut(from, cleanups));
  progress.note(`The same order again: ./hearth test upgrades --from ${from} --seed ${seed}`);
  const variant = { ...REPLICATED, cli: path.join(earlier, 'hearth'), inWords: `of ${from}` };
  const drawn = { HEARTH_E2E_EARLIER: earlier, HEARTH_E2E_SEED: seed };
  return runInMode(
    { progress, cleanups },
    {
      specs: chooseSpecs(allSpecs(), SPECS_OF.upgrades, pattern),
      label: 'upgrades',
      settings: (folder) => ({ ...drawn, ...enginesOf(folder) }),
      environment: { HEARTH_DRAIN_DELAY: '1s' },
      // The second time there would be nothing to replace.
      once: true,
    },
    variant,
  );
}

/** @returns {Promise<string>} a worktree of a revision, which is removed after the run */
async function checkOut(from, cleanups) {
  const folder = path.join(temporaryFolder('hearth-earlier-'), 'hearth');
  cleanups.add(async () => {
    await git('worktree', 'remove', '--force', folder);
    rmSync(path.dirname(folder), { recursive: true, force: true });
  });
  const { status, output } = await git('worktree', 'add', '--detach', folder, `${from}^{commit}`);
  if (status === 0) return folder;
  throw new Failure(`There is no revision ${from} to upgrade from: name one by --from REF.`, {
    details: output,
    exitCode: 2,
  });
}

function git(...args) {
  return runProgram('git', args, { cwd: root });
}
