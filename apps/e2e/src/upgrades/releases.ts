import { existsSync } from 'node:fs';
import { rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setting } from '../system/hearth.js';

/** The checkout that the system was started from, and the one that these specs belong to. */
const CHECKOUTS = { earlier: setting('HEARTH_E2E_EARLIER'), current: path.dirname(setting('HEARTH_E2E_CLI')) };

export type Release = keyof typeof CHECKOUTS;

/**
 * Decides which release the processes of a service run from their next start on. The supervisor of the earlier release starts the program of its own
 * checkout: a link to the other one's has Node load that with all its packages.
 */
export async function runFrom(release: Release, app: string): Promise<void> {
  const started = path.join(CHECKOUTS.earlier, 'apps', app, 'dist/bundle/main.js');
  const kept = path.join(path.dirname(started), 'earlier.js');
  if (!existsSync(kept)) await rename(started, kept);
  await rm(started, { force: true });
  await symlink(
    release === 'earlier' ? kept : path.join(CHECKOUTS.current, 'apps', app, 'dist/bundle/main.js'),
    started,
  );
}
