import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import type { GitCall } from './commands.js';
import { gitEnvironment, type GitVariables } from './environment.js';
import { GitError, GitUnavailable } from './errors.js';

const STDERR_LIMIT = 16 * 1024;
const KILL_AFTER_MS = 5_000;
const HANG_UP_MS = 10_000;

export interface GitExit {
  readonly code: number | null;
  readonly signalName: NodeJS.Signals | null;
  readonly stderr: string;
}

/** A started git. Its output must be read to the end, or the process killed, for `exited` to settle. */
export interface GitProcess {
  readonly call: GitCall;
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The pipes behind descriptors 3, 4, ... of the process, in this order. */
  readonly extraPipes: readonly Duplex[];
  /** How it ended, once all of its output was read; rejects with GitUnavailable when it could not be started. */
  readonly exited: Promise<GitExit>;
  /** Ends git and everything it started; does nothing once it is gone. */
  kill(): void;
  /**
   * Closes what git reads from, so that it gives up by itself; killed only if it does not. For a process that makes
   * files: since 2.37 a killed git leaves its quarantine behind.
   */
  hangUp(): void;
}

export interface SpawnOptions extends GitVariables {
  readonly extraPipes?: number;
}

/**
 * Starts git: the one door through which this service makes a process. No shell, a fixed environment, and a process
 * group of its own, so that Ctrl-C in a terminal reaches the service and not the pushes it waits for.
 */
export function spawnGit(call: GitCall, options: SpawnOptions = {}): GitProcess {
  const child = spawn('git', call.argv, {
    cwd: '/',
    env: gitEnvironment(options),
    stdio: ['pipe', 'pipe', 'pipe', ...new Array<'pipe'>(options.extraPipes ?? 0).fill('pipe')],
    detached: true,
  });
  const extraPipes = child.stdio.slice(3) as unknown as Duplex[];
  // A peer that goes away shows in the exit status; the pipes' own errors add nothing.
  for (const pipe of [child.stdin!, child.stdout!, child.stderr!, ...extraPipes]) pipe.on('error', () => undefined);
  child.once('exit', () => extraPipes.forEach((pipe) => pipe.destroy()));
  const exited = exitOf(child);
  exited.catch(() => undefined);
  const kill = killerOf(child);
  const hangUp = (): void => {
    for (const pipe of [child.stdin!, ...extraPipes]) pipe.destroy();
    const timer = setTimeout(kill, HANG_UP_MS).unref();
    child.once('exit', () => clearTimeout(timer));
  };
  return { call, pid: child.pid, stdin: child.stdin!, stdout: child.stdout!, extraPipes, exited, kill, hangUp };
}

function exitOf(child: ChildProcess): Promise<GitExit> {
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_LIMIT);
  });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      if (child.pid === undefined)
        reject(new GitUnavailable(`git could not be started: ${error.message}`, { cause: error }));
    });
    child.once('close', (code, signalName) => resolve({ code, signalName, stderr }));
  });
}

function killerOf(child: ChildProcess): () => void {
  let asked = false;
  const send = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  return () => {
    if (asked) return;
    asked = true;
    send('SIGTERM');
    const timer = setTimeout(() => send('SIGKILL'), KILL_AFTER_MS).unref();
    child.once('exit', () => clearTimeout(timer));
    child.stdout?.resume();
  };
}

/** The error that an unexpected end of git stands for. */
export function gitErrorOf(call: GitCall, exit: GitExit): GitError {
  return new GitError(call.name, exit.code, exit.signalName, exit.stderr);
}
