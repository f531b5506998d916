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
 * Orders that wait to be carried out at once. Their connections wait with them, up to four each, and Linux lets no more than 128 wait where it is
 * old; and behind so many, git would start later than from here.
 */
const MOST_UNSTARTED = 25;

/** A git that the launcher has been told to start. */
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
 * A small process that starts git in place of this one. To start a process, Linux copies the page tables of the one that asks: in a service
 * of some hundred megabytes that takes longer than most gits run, and all other requests stand still meanwhile. The streams lead
 * from here to git directly, and end with either.
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
    program.on('message', (news) => this.#hear(news as Exclude<LauncherEvent, 'listening'>));
    program.once('disconnect', () => this.#lose('it has ended'));
    program.on('error', ({ message }) => this.#lose(message));
    this.#rest();
  }

  /** Starts one. It ends with this process, whichever way that ends. Throws when there is no place for its socket. */
  static async start(): Promise<Launcher> {
    // Not below a data folder: the path of a socket has a hundred bytes at most.
    const folder = await mkdtemp(path.join(tmpdir(), 'hearth-git-'));
    const socketPath = path.join(folder, 'socket');
    const program = fork(PROGRAM, [socketPath], {
      cwd: '/',
      // As git itself: nothing of the service's secrets.
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

  /** False once it has ended, or was given up: it starts nothing any more. */
  get alive(): boolean {
    return this.#alive;
  }

  /** Whether it takes one more order now. */
  get free(): boolean {
    return this.#alive && this.#unstarted < MOST_UNSTARTED;
  }

  /** The launcher's process, for diagnosis. */
  get pid(): number | undefined {
    return this.program.pid;
  }

  /**
   * Starts git with an argument array and a whole environment. `exited` rejects with GitUnavailable when it could not be started, and when
   * the launcher ended first: how git went on is then unknown.
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
    // The next connection would be taken for this one.
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

  #hear(news: Exclude<LauncherEvent, 'listening'>): void {
    const child = this.#children.get(news.id);
    if (!child) return;
    if (!('exit' in news)) this.#unstarted -= 1;
    if ('pid' in news) {
      child.pid = news.pid;
      return;
    }
    this.#children.delete(news.id);
    if ('failed' in news) child.lost(`git could not be started: ${news.failed}`);
    else child.ended(news.exit);
    if (this.#children.size === 0) this.#rest();
  }

  #lose(reason: string): void {
    if (!this.#alive) return;
    this.#alive = false;
    if (this.program.connected) this.program.disconnect();
    for (const child of this.#children.values()) child.lost(`the launcher of git is lost: ${reason}`);
    this.#children.clear();
  }

  /** A launcher with nothing to do keeps no process from ending. */
  #rest(): void {
    this.program.unref();
    this.program.channel?.unref();
  }
}
