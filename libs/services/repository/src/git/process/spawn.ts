import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import { StderrTail, type Child, type Exit } from './child.js';
import type { GitCall } from './commands.js';
import { gitEnvironment, type GitVariables } from './environment.js';
import { GitError, GitUnavailable } from './errors.js';
import { Launcher } from './launcher.js';
import { GIT_PROGRAM } from './program.js';

const KILL_AFTER_MS = 5_000;
const HANG_UP_MS = 10_000;

/** A started git. Its output must be read to the end, or the process killed, for `exited` to settle. */
export interface GitProcess {
  readonly call: GitCall;
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The pipes behind descriptors 3, 4, ... of the process, in this order. */
  readonly extraPipes: readonly Duplex[];
  /** How it ended, once all of its output was read; rejects with GitUnavailable when that cannot be told. */
  readonly exited: Promise<Exit>;
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

let launcher: Launcher | undefined;
let starting: Promise<void> | undefined;

/**
 * Has git started by a {@link Launcher} from now on. Where there can be none (no place for its socket), and while it is gone or has too
 * much to do, this process starts git itself.
 */
export function useLauncher(): Promise<void> {
  if (launcher?.alive) return Promise.resolve();
  starting ??= Launcher.start()
    .then((started) => {
      launcher = started;
    })
    .catch((error: unknown) => process.emitWarning(`git is started the slow way: ${(error as Error).message}`))
    .finally(() => {
      starting = undefined;
    });
  return starting;
}

/**
 * Starts git: the one door through which this service makes a process. No shell, a fixed environment, and a process
 * group of its own, so that Ctrl-C in a terminal reaches the service and not the pushes it waits for.
 */
export function spawnGit(call: GitCall, options: SpawnOptions = {}): GitProcess {
  const child = start(call.argv, gitEnvironment(options), options.extraPipes ?? 0);
  const { stdin, stdout, extraPipes, exited } = child;
  // A peer that goes away shows in the exit status; the pipes' own errors add nothing.
  for (const pipe of [stdin, stdout, ...extraPipes]) pipe.on('error', () => undefined);
  exited.catch(() => undefined);
  const kill = killerOf(child);
  const hangUp = (): void => {
    for (const pipe of [stdin, ...extraPipes]) pipe.destroy();
    whileRunning(child, setTimeout(kill, HANG_UP_MS));
  };
  return {
    call,
    get pid() {
      return child.pid;
    },
    ...{ stdin, stdout, extraPipes, exited, kill, hangUp },
  };
}

function start(argv: readonly string[], env: NodeJS.ProcessEnv, extraPipes: number): Child {
  if (launcher?.free) return launcher.launch(argv, env, extraPipes);
  if (launcher && !launcher.alive) void useLauncher();
  return startHere(argv, env, extraPipes);
}

function startHere(argv: readonly string[], env: NodeJS.ProcessEnv, extraPipes: number): Child {
  const child = spawn(GIT_PROGRAM, argv, {
    cwd: '/',
    env,
    stdio: ['pipe', 'pipe', 'pipe', ...new Array<'pipe'>(extraPipes).fill('pipe')],
    detached: true,
  });
  const extra = child.stdio.slice(3) as unknown as Duplex[];
  child.once('exit', () => extra.forEach((pipe) => pipe.destroy()));
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // The group is gone already.
    }
  };
  return {
    ...{ pid: child.pid, stdin: child.stdin!, stdout: child.stdout!, extraPipes: extra },
    ...{ exited: exitOf(child), signal },
  };
}

function exitOf(child: ChildProcess): Promise<Exit> {
  const words = new StderrTail(child.stderr!);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      if (child.pid === undefined)
        reject(new GitUnavailable(`git could not be started: ${error.message}`, { cause: error }));
    });
    child.once('close', (code, signalName) => resolve({ code, signalName, stderr: words.text }));
  });
}

function killerOf(child: Child): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    child.signal('SIGTERM');
    whileRunning(
      child,
      setTimeout(() => child.signal('SIGKILL'), KILL_AFTER_MS),
    );
    child.stdout.resume();
  };
}

/** A timer that neither outlives the process nor keeps this one alive. */
function whileRunning({ exited }: Child, timer: NodeJS.Timeout): void {
  timer.unref();
  const clear = (): void => clearTimeout(timer);
  exited.then(clear, clear);
}

/** The error that an unexpected end of git stands for. */
export function gitErrorOf(call: GitCall, exit: Exit): GitError {
  return new GitError(call.name, exit.code, exit.signalName, exit.stderr);
}
