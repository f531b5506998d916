import { spawn } from 'node:child_process';
import { Failure } from './failure.mjs';

/** The status of a program that cannot be started, as in a shell. */
export const NOT_STARTED = 127;

/**
 * Runs a program to its end and collects what it prints (standard output and error together, the last 256 KiB).
 * Without `show` nothing appears on the terminal. Never throws for a failing program: a program that cannot be started
 * answers NOT_STARTED.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, stdio?: import('node:child_process').StdioOptions,
 *   signal?: AbortSignal, uid?: number, gid?: number, input?: string }} [options]
 *   `input` is what the program reads on standard input
 * @returns {Promise<{ status: number, output: string, stdout: string }>}
 */
export function runProgram(command, args, { show = false, stdio, input, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...options,
      stdio: stdio ?? (show ? 'inherit' : [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe']),
    });
    let output = '';
    let stdout = '';
    const collect = (chunk) => (output = (output + chunk).slice(-262_144));
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk;
      collect(chunk);
    });
    child.stderr?.setEncoding('utf8').on('data', collect);
    child.stdin?.on('error', () => {}).end(input);
    child.once('error', (error) => resolve({ status: NOT_STARTED, output: `${output}${error.message}`, stdout }));
    child.once('close', (code) => resolve({ status: code ?? 1, output, stdout }));
  });
}

/**
 * Runs a program that has to succeed.
 * @param {string | ((result: { status: number, output: string }) => string)} sentence what to do where it fails: shown below the last `lines`
 *   of its output
 * @param {{ lines?: number } & Parameters<typeof runProgram>[2]} [options]
 * @returns {Promise<string>} its standard output
 * @throws {Failure}
 */
export async function requireProgram(command, args, sentence, { lines, ...options } = {}) {
  const result = await runProgram(command, args, options);
  if (result.status === 0) return result.stdout;
  const message = typeof sentence === 'string' ? sentence : sentence(result);
  throw new Failure(message, { details: lastLines(result.output, lines) });
}

/** The last lines of a text, for showing why something failed. */
export function lastLines(text, count = 20) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
