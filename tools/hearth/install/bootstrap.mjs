// Brings the Node that everything of Hearth runs on and links it where the `hearth` script looks for it.
// This file itself runs on any Node from 18 on.
import { reportError } from '../failure.mjs';
import { createProgress } from '../progress.mjs';
import { ensureRuntime } from './runtime.mjs';

try {
  await ensureRuntime(createProgress());
} catch (error) {
  process.exitCode = reportError(error);
}
