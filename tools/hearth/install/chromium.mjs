import { Failure } from '../failure.mjs';
import { runProgram } from '../run-program.mjs';
import { installMissing } from './system-packages.mjs';

/** Names of the program, in the order to try them. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * A Chromium for the specs of pages, from the system's packages where this user may install them. Without one those specs are skipped, with
 * one line that says so: nothing of Hearth needs it to run.
 * @param {import('./system-packages.mjs').Consent} [consent]
 * @returns {Promise<string | undefined>} the path of the program
 */
export async function ensureChromium(progress, consent) {
  const found = await findChromium();
  if (found) return found;
  try {
    await installMissing('Testing pages in a browser', { chromium: true }, progress, consent);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    progress.note(`Specs with a browser are skipped: ${error.message}`);
    return undefined;
  }
  return findChromium();
}

/** The first browser that runs. */
async function findChromium() {
  for (const command of BROWSERS) {
    const { status } = await runProgram(command, ['--version']);
    if (status !== 0) continue;
    const { stdout } = await runProgram('/bin/sh', ['-c', 'command -v "$0"', command]);
    return stdout.trim();
  }
  return undefined;
}
