import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';

export interface ThreadPoolOptions {
  /** The module whose exported functions are the tasks. Each thread loads it, with everything that it imports. */
  readonly program: URL;
  /** Longest duration of one task, counted from the moment it has a thread. */
  readonly deadlineMs: number;
  /** Heap of a thread. */
  readonly memoryMb: number;
  /** Most threads; there are none while there is nothing to do. */
  readonly threads?: number;
  /** Most tasks that wait for a thread. */
  readonly waiting?: { readonly perCaller: number; readonly inAll: number };
}

/** Too many tasks wait for a thread, or the process is shutting down: the task was not run to its end, and may be repeated. */
export class ThreadsBusy extends Error {
  override readonly name = 'ThreadsBusy';
}

/** A task needs more time or memory than its thread has. A retry would fail as well. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed';

  constructor(readonly limit: 'time' | 'memory') {
    super(`a task has reached the limit of its ${limit}`);
  }
}

/** One core is left for the event loop. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));
const WAITING = { perCaller: 20, inAll: 200 };
/** A thread without work ends after this time. */
const IDLE_MS = 30_000;
/** Gives the event loop priority over the threads when both need the processor. */
const NICENESS = 5;

interface RunningTask {
  readonly abortion: AbortController;
  /** Timer of the deadline, from the moment the task has a thread. */
  deadline?: NodeJS.Timeout;
}

interface WaitingTask {
  start(): void;
  refuse(reason: Error): void;
}

/**
 * Runs functions in worker threads, within bounds on time, memory and the number of waiting tasks: for work whose cost a caller decides. Callers are
 * served in turn, so that no caller waits for more than one task of each other caller.
 */
export class ThreadPool {
  #pool: Promise<Piscina> | undefined;
  /** The callers whose tasks wait, in the order of their turns. */
  readonly #waiting = new Map<string, readonly WaitingTask[]>();
  readonly #running = new Set<RunningTask>();
  /** Number of threads that have loaded the program. */
  #ready = 0;
  #closed = false;

  constructor(private readonly options: ThreadPoolOptions) {}

  /**
   * @param task name of an exported function
   * @param input passed to it as a copy; what it returns comes back as one
   * @param caller on whose behalf it runs, as a key of the queue
   * @throws ThreadsBusy, ThreadFailed, and what the function throws
   */
  run<Result>(task: string, input: unknown, caller: string): Promise<Result> {
    const { perCaller, inAll } = this.options.waiting ?? WAITING;
    const own = this.#waiting.get(caller) ?? [];
    const waiting = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (this.#closed || own.length >= perCaller || waiting >= inAll) return Promise.reject(new ThreadsBusy());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const start = () => resolve(this.#execute<Result>(task, input));
    this.#waiting.set(caller, [...own, { start, refuse: reject }]);
    this.#startWaiting();
    return promise;
  }

  /** Ends all threads. Running and waiting tasks are refused as ThreadsBusy. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const tasks of this.#waiting.values()) for (const { refuse } of tasks) refuse(new ThreadsBusy());
    this.#waiting.clear();
    for (const { abortion } of this.#running) abortion.abort(new ThreadsBusy());
    await (await this.#pool)?.destroy();
  }

  #startWaiting(): void {
    for (const [caller, [next, ...others]] of this.#waiting) {
      if (this.#running.size >= (this.options.threads ?? THREADS)) return;
      this.#waiting.delete(caller);
      // Behind all other callers; the loop comes to it again.
      if (others.length > 0) this.#waiting.set(caller, others);
      next!.start();
    }
  }

  async #execute<Result>(name: string, input: unknown): Promise<Result> {
    const running: RunningTask = { abortion: new AbortController() };
    this.#running.add(running);
    const { signal } = running.abortion;
    try {
      const pool = await (this.#pool ??= this.#open());
      signal.throwIfAborted();
      if (this.#ready >= this.#running.size) this.#limit(running);
      return (await pool.run(input, { name, signal })) as Result;
    } catch (error) {
      const reason: unknown = signal.aborted ? signal.reason : error;
      throw isOutOfMemory(reason) ? new ThreadFailed('memory') : reason;
    } finally {
      clearTimeout(running.deadline);
      this.#running.delete(running);
      this.#startWaiting();
    }
  }

  /** Starts the deadline of a task. The start of its thread, seconds on a busy machine, does not count. */
  #limit(running: RunningTask): void {
    running.deadline ??= setTimeout(() => running.abortion.abort(new ThreadFailed('time')), this.options.deadlineMs);
  }

  async #open(): Promise<Piscina> {
    // Loaded on first use: most processes never need it.
    const { Piscina } = await import('piscina');
    const { program, memoryMb, threads = THREADS } = this.options;
    const pool = new Piscina({
      filename: fileURLToPath(program),
      ...{ minThreads: 0, maxThreads: threads, idleTimeout: IDLE_MS, niceIncrement: NICENESS, recordTiming: false },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      // Threads get none of the process's secrets.
      env: environment(),
      execArgv: [],
    });
    pool.on('workerCreate', () => {
      this.#ready += 1;
      this.#running.forEach((running) => this.#limit(running));
    });
    pool.on('workerDestroy', () => (this.#ready -= 1));
    // A thread that ends before it takes a task could not load its program.
    return pool.on('error', (error) => this.#running.forEach(({ abortion }) => abortion.abort(error)));
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError || (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** The compiled code of a program is kept where the process keeps its own: compiling is a large part of the start of a thread. */
function environment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  // Node.js adds a folder for its version.
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(cache) };
}
