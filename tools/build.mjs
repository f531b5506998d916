// Compiles what has changed and removes what was compiled from sources that are gone: Jest would still run such specs.
import { createProgress } from './hearth/progress.mjs';
import { reportError } from './hearth/failure.mjs';
import { ensureBuild } from './hearth/install/build.mjs';

try {
  await ensureBuild(createProgress({ showAfterMs: 0 }));
} catch (error) {
  process.exitCode = reportError(error);
}
