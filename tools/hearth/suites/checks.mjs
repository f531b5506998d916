import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';
import { runProgram } from '../run-program.mjs';
import { yielding } from './priority.mjs';

/** Lint, format and generated files, unless some specs only were asked for: tools/check.mjs says what is wrong; it counts as one failure. */
export async function runChecks({ progress, pattern, yields = false }) {
  if (pattern !== undefined) return { passed: 0, failed: 0 };
  const program = path.join(root, 'tools/check.mjs');
  if (!existsSync(program)) return { passed: 0, failed: 0 };
  const [command, ...args] = yielding([process.execPath, program], yields);
  const check = () => runProgram(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const { status } = await progress.step('Checking lint, format and generated files', check);
  return { passed: 0, failed: status === 0 ? 0 : 1 };
}
