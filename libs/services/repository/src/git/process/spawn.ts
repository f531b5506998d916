import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import { StderrTail, type Child, type Exit } from './child.js';
import type { GitCall } from './commands.js';
import { Ending } from './ending.js';
import { gitEnvironment, type GitVariables } from './environment.js';
import { GitError, GitUnavailable } from './errors.js';
import { Launcher } from './launcher.js';
import { GIT_PROGRAM } from './program.js';

/** A started git. `exited` settles only after its output is read to the end or the process is killed. */
export interface GitProcess {
  readonly call: GitCall;
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The pipes behind descriptors 3, 4, ... of the process, in this order. */
  readonly extraPipes: readonly Duplex[];
  /** Resolves with the exit after all output was read; rejects with GitUnavailable when the exit is unknown. */
  readonly exited: Promise<Exit>;
  /** Ends git and its descendants; does nothing after they have ended. */
  kill(): void;
  /**
   * Closes git's input, so that it ends by itself; kills it only if it does not. For processes that write files: since 2.37 a killed git leaves
   * its quarantine behind.
   */
  hangUp(): void;
}

export interface SpawnOptions extends GitVariables {
  readonly extraPipes?: number;
}

let launcher: Launcher | undefined;
let starting: Promise<void> | undefined;

/**
 * Starts git by a {@link Launcher} from now on. This process starts git itself when there is no launcher (its socket cannot be created, or it
 * has ended) and while it has too many orders.
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
 * Starts git. Every process of this service is started here: without a shell, with a fixed environment, and in a process group of its own, so
 * that Ctrl-C in a terminal reaches the service and not the pushes that it waits for.
 */
export function spawnGit(call: GitCall, options: SpawnOptions = {}): GitProcess {
  const child = start(call.argv, gitEnvironment(options), options.extraPipes ?? 0);
  const { stdin, stdout, extraPipes } = child;
  // A lost peer shows in the exit status; the errors of the pipes add nothing.
  for (const pipe of [stdin, stdout, ...extraPipes]) pipe.on('error', () => undefined);
  const { exited, kill, hangUp } = new Ending(child);
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
      // The process group has ended already.
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

/** Returns the error for an unexpected exit of git. */
export function gitErrorOf(call: GitCall, exit: Exit): GitError {
  return new GitError(call.name, exit.code, exit.signalName, exit.stderr);
}
