import type { RepositoryPath } from '../names/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';

interface Run {
  readonly done: Promise<void>;
  /** Somebody asked after this run had begun: its refs may be missing from it. */
  again: Promise<void> | null;
}

const MAX_MS = 30 * 60_000;
/** Pushes often come in bursts, and a graph written between two of them takes the processor from the second. */
const SOON_MS = 2_000;

/** Keeps the commit-graphs up to date, by which counts, ancestry and path filters are quick. */
export class CommitGraphs {
  readonly #runs = new Map<RepositoryPath, Run>();

  readonly #soon = new Map<RepositoryPath, NodeJS.Timeout>();

  constructor(private readonly queue: CommandQueue) {}

  /**
   * Writes once the burst of pushes is over. Nobody waits for it: reads are right without the graph, only slower.
   * @param onError told of a failure
   */
  writeSoon(repository: RepositoryPath, onError: (error: unknown) => void): void {
    if (this.#soon.has(repository)) return;
    const timer = setTimeout(() => {
      this.#soon.delete(repository);
      this.write(repository).catch(onError);
    }, SOON_MS);
    this.#soon.set(repository, timer);
  }

  /** Forgets what was to be written soon; the next push asks again. */
  close(): void {
    for (const timer of this.#soon.values()) clearTimeout(timer);
    this.#soon.clear();
  }

  /**
   * Adds the commits that the graph does not know yet. For one repository at a time: calls during a run share one
   * further run. Does nothing for a missing repository.
   */
  write(repository: RepositoryPath): Promise<void> {
    const running = this.#runs.get(repository);
    if (running === undefined) return this.#start(repository);
    running.again ??= running.done.catch(() => undefined).then(() => this.#start(repository));
    return running.again;
  }

  #start(repository: RepositoryPath): Promise<void> {
    const done = this.#write(repository);
    const run: Run = { done, again: null };
    this.#runs.set(repository, run);
    const forget = (): void => {
      if (this.#runs.get(repository) === run && run.again === null) this.#runs.delete(repository);
    };
    void done.then(forget, forget);
    return done;
  }

  async #write(repository: RepositoryPath): Promise<void> {
    const flags = { '--reachable': true, '--split': true, '--changed-paths': true, '--no-progress': true };
    await this.queue.runOr(null, call(COMMANDS.commitGraphWrite, { repository, flags }), { timeoutMs: MAX_MS });
  }
}
