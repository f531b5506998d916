// Compiles and bundles what has changed, and removes what was compiled from sources that are gone: Jest would still run such specs.
import { createProgress } from './hearth/progress.mjs';
import { reportError } from './hearth/failure.mjs';
import { ensureBuild } from './hearth/install/build.mjs';
import { ensureBundles } from './hearth/install/bundles.mjs';

try {
  const progress = createProgress({ showAfterMs: 0 });
  await ensureBuild(progress);
  await ensureBundles(progress);
} catch (error) {
  process.exitCode = reportError(error);
}
