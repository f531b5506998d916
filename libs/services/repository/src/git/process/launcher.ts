import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Child, Exit } from './child.js';
import { gitEnvironment } from './environment.js';
import { GitUnavailable } from './errors.js';
import type { LauncherEvent, Order } from './launch-order.js';

const PROGRAM = fileURLToPath(new URL('./launch.js', import.meta.url));
/**
 * Orders waiting to be carried out. Up to four connections wait with each, and old Linux versions allow no more than 128. With a longer queue,
 * git would start later than from this process.
 */
const MOST_UNSTARTED = 25;

/** A git started by the launcher. */
class Launched implements Child {
  readonly exited: Promise<Exit>;
  pid: number | undefined;
  #resolve!: (exit: Exit) => void;
  #reject!: (reason: Error) => void;

  constructor(
    readonly stdin: Socket,
    readonly stdout: Socket,
    readonly extraPipes: readonly Socket[],
    readonly signal: (name: NodeJS.Signals) => void,
  ) {
    this.exited = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  ended(exit: Exit): void {
    for (const pipe of [this.stdin, ...this.extraPipes]) pipe.destroy();
    const resolve = () => this.#resolve(exit);
    if (this.stdout.closed) resolve();
    else this.stdout.once('close', resolve);
  }

  lost(reason: string): void {
    for (const pipe of [this.stdin, this.stdout, ...this.extraPipes]) pipe.destroy();
    this.#reject(new GitUnavailable(reason));
  }
}

/**
 * A small process that starts git in place of this one. To start a process, Linux copies the page tables of its parent: in a service of some
 * hundred megabytes that takes longer than most gits run, and blocks all other requests. The streams connect this process directly with git,
 * and end with either.
 */
export class Launcher {
  readonly #children = new Map<number, Launched>();
  #count = 0;
  #unstarted = 0;
  #alive = true;

  private constructor(
    private readonly program: ChildProcess,
    private readonly socketPath: string,
  ) {
    program.on('message', (message) => this.#receive(message as Exclude<LauncherEvent, 'listening'>));
    program.once('disconnect', () => this.#lose('it has ended'));
    program.on('error', ({ message }) => this.#lose(message));
    this.#rest();
  }

  /** Starts a launcher. It ends with this process, even after a crash. Throws when its socket cannot be created. */
  static async start(): Promise<Launcher> {
    // Not below a data folder: the path of a socket has at most a hundred bytes.
    const folder = await mkdtemp(path.join(tmpdir(), 'hearth-git-'));
    const socketPath = path.join(folder, 'socket');
    const program = fork(PROGRAM, [socketPath], {
      cwd: '/',
      // As for git itself: no secrets of the service.
      env: gitEnvironment(),
      execArgv: ['--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    });
    program.once('exit', () => void rm(folder, { recursive: true, force: true }));
    const ending = new AbortController();
    program.once('exit', (code, signal) => ending.abort(new Error(`the launcher ended with ${signal ?? code}`)));
    await once(program, 'message', { signal: ending.signal });
    return new Launcher(program, socketPath);
  }

  /** False once it has ended or was abandoned. Then it starts nothing. */
  get alive(): boolean {
    return this.#alive;
  }

  /** Whether it accepts one more order now. */
  get free(): boolean {
    return this.#alive && this.#unstarted < MOST_UNSTARTED;
  }

  /** Process id of the launcher, for diagnosis. */
  get pid(): number | undefined {
    return this.program.pid;
  }

  /**
   * Starts git with an argument array and a whole environment. `exited` rejects with GitUnavailable when git could not be started, and when the
   * launcher ended first: git's exit is then unknown.
   */
  launch(argv: readonly string[], env: NodeJS.ProcessEnv, extraPipes: number): Child {
    const id = (this.#count += 1);
    const [stdin, stdout, ...extra] = Array.from({ length: 2 + extraPipes }, () => this.#connect());
    const signal = (name: NodeJS.Signals) => {
      if (this.#children.has(id)) this.#order({ id, signal: name });
    };
    const child = new Launched(stdin!, stdout!, extra, signal);
    this.#children.set(id, child);
    this.#unstarted += 1;
    this.program.channel?.ref();
    this.#order({ launch: { id, argv, env, extraPipes } });
    return child;
  }

  #connect(): Socket {
    const socket = connect(this.socketPath);
    // Otherwise the next connection would be taken for this one.
    const misfortune = (error: Error) => this.#lose(error.message);
    socket.once('error', misfortune);
    socket.once('connect', () => socket.off('error', misfortune));
    return socket;
  }

  #order(order: Order): void {
    this.program.send(order, (error) => {
      if (error) this.#lose(error.message);
    });
  }

  #receive(message: Exclude<LauncherEvent, 'listening'>): void {
    const child = this.#children.get(message.id);
    if (!child) return;
    if (!('exit' in message)) this.#unstarted -= 1;
    if ('pid' in message) {
      child.pid = message.pid;
      return;
    }
    this.#children.delete(message.id);
    if ('failed' in message) child.lost(`git could not be started: ${message.failed}`);
    else child.ended(message.exit);
    if (this.#children.size === 0) this.#rest();
  }

  #lose(reason: string): void {
    if (!this.#alive) return;
    this.#alive = false;
    if (this.program.connected) this.program.disconnect();
    for (const child of this.#children.values()) child.lost(`the launcher of git is lost: ${reason}`);
    this.#children.clear();
  }

  /** Lets the service exit while the launcher is idle. */
  #rest(): void {
    this.program.unref();
    this.program.channel?.unref();
  }
}
