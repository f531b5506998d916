import { Readable, pipeline } from 'node:stream';
import { isTraced, traced } from '@hearth/telemetry';
import type { GitCall } from './commands.js';
import type { GitVariables } from './environment.js';
import { GitOutputLimit, GitTimeout } from './errors.js';
import { concatUnpooled } from './unpooled.js';
import { gitErrorOf, spawnGit, type GitProcess } from './spawn.js';

export interface RunOptions extends GitVariables {
  /** A stream is read as fast as git reads; its errors end git and are thrown. */
  readonly input?: string | Buffer | Readable;
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole run; by default a minute. */
  readonly timeoutMs?: number;
  /** Most bytes of output; by default 64 MiB. */
  readonly maxOutputBytes?: number;
  /** Receives the output instead of `stdout`, without a limit. When it returns false, git is ended; that is no failure. */
  readonly sink?: (chunk: Buffer) => boolean;
  /** Exit statuses that are answers; by default only 0. */
  readonly answers?: readonly number[];
}

export interface RunResult {
  readonly code: number;
  readonly stdout: Buffer;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Runs git to its end and returns what it printed. Throws GitError, GitTimeout, GitOutputLimit, GitUnavailable, or the
 * reason of the signal.
 */
export function runGit(call: GitCall, options: RunOptions = {}): Promise<RunResult> {
  return isTraced() ? traced(`git ${call.name}`, {}, () => run(call, options)) : run(call, options);
}

async function run(call: GitCall, options: RunOptions): Promise<RunResult> {
  options.signal?.throwIfAborted();
  const git = spawnGit(call, options);
  let failure: unknown;
  let enough = false;
  const stop = (reason: unknown): void => {
    failure ??= reason;
    git.kill();
  };
  const onAbort = (): void => stop(options.signal?.reason);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const timer = setTimeout(() => stop(new GitTimeout(`git ${call.name} took longer than ${timeoutMs} ms`)), timeoutMs);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const chunks = options.sink
      ? pour(git, options.sink, stop, () => (enough = true))
      : collect(git, options.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES, stop);
    feed(git, options.input, stop);
    const exit = await git.exited;
    if (failure !== undefined) throw failure;
    if (enough) return { code: 0, stdout: Buffer.alloc(0) };
    if (exit.code === null || !(options.answers ?? [0]).includes(exit.code)) throw gitErrorOf(call, exit);
    return { code: exit.code, stdout: concatUnpooled(chunks) };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
  }
}

function feed(git: GitProcess, input: RunOptions['input'], stop: (reason: unknown) => void): void {
  if (!(input instanceof Readable)) {
    git.stdin.end(input);
    return;
  }
  input.once('error', stop);
  // git's exit status shows whether it read everything.
  pipeline(input, git.stdin, () => undefined);
}

function collect(git: GitProcess, limit: number, stop: (reason: unknown) => void): Buffer[] {
  const chunks: Buffer[] = [];
  let bytes = 0;
  git.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limit) chunks.push(chunk);
    else stop(new GitOutputLimit(`git ${git.call.name} printed more than ${limit} bytes`));
  });
  return chunks;
}

/** Passes the output on until the sink has enough of it; keeps none. */
function pour(
  git: GitProcess,
  sink: (chunk: Buffer) => boolean,
  stop: (reason: unknown) => void,
  onEnough: () => void,
): Buffer[] {
  let open = true;
  git.stdout.on('data', (chunk: Buffer) => {
    if (!open) return;
    try {
      open = sink(chunk);
      if (open) return;
      onEnough();
      git.kill();
    } catch (error) {
      open = false;
      stop(error);
    }
  });
  return [];
}
