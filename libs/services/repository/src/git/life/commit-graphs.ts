import type { RepositoryPath } from '../names/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';

interface Run {
  readonly done: Promise<void>;
  /** Somebody asked after this run had begun: its refs may be missing from it. */
  again: Promise<void> | null;
}

const MAX_MS = 30 * 60_000;

/** Keeps the commit-graphs up to date, by which counts, ancestry and path filters are quick. */
export class CommitGraphs {
  readonly #runs = new Map<RepositoryPath, Run>();

  constructor(private readonly queue: CommandQueue) {}

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
