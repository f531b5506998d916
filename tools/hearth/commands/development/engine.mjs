import { Failure } from '../../failure.mjs';
import { ensureNodegit } from '../../install/nodegit.mjs';
import { createProgress } from '../../progress.mjs';

/** Builds what a second engine of git needs. */
export async function run({ yes = false }, [name]) {
  if (name !== 'nodegit') throw new Failure(`There is no engine "${name}" to build: choose nodegit.`, { exitCode: 2 });
  await ensureNodegit(createProgress(), { yes });
  process.stdout.write('nodegit is built: HEARTH_GIT_ENGINE=nodegit ./hearth up reads and merges with it.\n');
}
