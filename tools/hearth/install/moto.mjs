import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { withLock } from '../lock.mjs';
import { root, toolsFolder } from '../paths.mjs';
import { installLock, requireWritable } from './install-lock.mjs';
import { findPython, makeEnvironment } from './python.mjs';
import { installMissing } from './system-packages.mjs';

const REQUIREMENTS = path.join(root, 'libs/platform/objects/python/requirements.txt');

/**
 * moto, which speaks the protocol of S3, in a Python environment of its own, for the specs that want such a server. Without it those specs
 * are skipped, with one line that says so.
 * @param {import('./system-packages.mjs').Consent} [consent]
 * @returns {Promise<string | undefined>} the Python that has it
 */
export async function ensureMoto(progress, consent) {
  const mark = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = path.join(toolsFolder, `moto-${mark}`);
  const python = path.join(folder, 'bin/python');
  try {
    if (existsSync(python)) return python;
    requireWritable('moto');
    await withLock(installLock, 'fetching moto', async () => {
      if (existsSync(python)) return;
      if (!(await findPython())) await installMissing('Testing S3', { python: true }, progress, consent);
      await progress.step('Fetching moto', () => makeEnvironment(folder, REQUIREMENTS));
    });
    return python;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    progress.note(`Specs with S3 are skipped: ${error.message}`);
    return undefined;
  }
}
