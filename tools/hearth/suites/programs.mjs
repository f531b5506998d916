import path from 'node:path';
import { Failure } from '../failure.mjs';
import { ensureNodegit } from '../install/nodegit.mjs';
import { ensurePythonPackages } from '../install/python.mjs';
import { installMissing } from '../install/system-packages.mjs';
import { root } from '../paths.mjs';
import { runProgram } from '../run-program.mjs';
import { CONSENT } from './consent.mjs';

/** The Python of an environment with the packages with which the black-box suite speaks to Hearth. */
export function ensurePython(progress) {
  const requirements = path.join(root, 'apps/e2e/python/requirements.txt');
  const words = { name: 'python', what: 'Python packages', purpose: 'The black-box suite' };
  return ensurePythonPackages({ ...words, requirements }, progress, CONSENT);
}

/** A Chromium for the specs of pages: the one without windows, if it is there, takes half the processor time. */
export const ensureChromium = optional('a browser', (progress) =>
  ensureProgram(
    ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    { purpose: 'Testing pages in a browser', missing: { chromium: true } },
    progress,
  ),
);

/** The client of OpenSSH, for the specs of git over SSH. */
export const ensureSsh = optional('SSH', (progress) =>
  ensureProgram(['ssh'], { purpose: 'Testing git over SSH', missing: { ssh: true }, version: '-V' }, progress),
);

/** A Redis or Valkey for the specs of shared rate limits. */
export const ensureRedis = optional('Redis', (progress) =>
  ensureProgram(
    ['valkey-server', 'redis-server'],
    { purpose: 'Testing shared rate limits', missing: { redis: true } },
    progress,
  ),
);

/** The Python of an environment with moto, which speaks the protocol of S3. */
export const ensureMoto = optional('S3', (progress) => {
  const requirements = path.join(root, 'libs/platform/objects/python/requirements.txt');
  return ensurePythonPackages({ name: 'moto', what: 'moto', purpose: 'Testing S3', requirements }, progress, CONSENT);
});

/** Prometheus' checker of rules, where the system has it: its package would bring a server along. */
export async function ensurePromtool(progress) {
  const found = await firstThatRuns(['promtool'], '--version');
  if (!found)
    progress.note('The alerts of k8s/monitoring are not run: that needs promtool, as in the package prometheus.');
  return found;
}

/** The second engine of git. */
export const ensureLibgit2 = optional('libgit2', (progress) => ensureNodegit(progress, CONSENT));

/**
 * Makes what a suite can do without from `ensure`: where it fails, one line says that the specs are skipped.
 * @returns {(progress: import('../progress.mjs').Progress) => Promise<string | undefined>}
 */
function optional(what, ensure) {
  return async (progress) => {
    try {
      return await ensure(progress);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      progress.note(`Specs with ${what} are skipped: ${error.message}`);
      return undefined;
    }
  };
}

/** The path of the first program that runs, from the system's packages where this user may install them. */
async function ensureProgram(commands, { purpose, missing, version = '--version' }, progress) {
  const found = await firstThatRuns(commands, version);
  if (found) return found;
  await installMissing(purpose, missing, progress, CONSENT);
  return firstThatRuns(commands, version);
}

async function firstThatRuns(commands, version) {
  for (const command of commands) {
    const { status } = await runProgram(command, [version]);
    if (status !== 0) continue;
    const { stdout } = await runProgram('/bin/sh', ['-c', 'command -v "$0"', command]);
    return stdout.trim();
  }
  return undefined;
}
