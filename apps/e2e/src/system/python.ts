import { spawn } from 'node:child_process';
import path from 'node:path';
import { setting } from './hearth.js';

/** Programs of the suite that are written in Python. */
export const PYTHON_FOLDER = path.resolve(import.meta.dirname, '../../python');

export interface PythonResult {
  /** Exit code; null when it was stopped because it took too long. */
  readonly code: number | null;
  /** Standard output and error, in the order of arrival. */
  readonly output: string;
}

/**
 * Runs the Python that `./hearth test` has installed, with the suite's own modules on its path.
 * @param limitMs after which it is stopped
 */
export function runPython(
  args: readonly string[],
  { limitMs, ...options }: { limitMs: number; cwd?: string; env?: Readonly<Record<string, string>> },
): Promise<PythonResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(setting('HEARTH_E2E_PYTHON'), args, {
      cwd: options.cwd ?? PYTHON_FOLDER,
      env: { ...process.env, PYTHONPATH: PYTHON_FOLDER, PYTHONDONTWRITEBYTECODE: '1', NO_COLOR: '1', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: Math.ceil(limitMs),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
