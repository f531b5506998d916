import { Logger } from '@nestjs/common';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';

interface Run {
  readonly done: Promise<void>;
  /** Further run, requested after this one had begun: this one may miss newer refs. */
  again: Promise<void> | null;
}

const MAX_MS = 30 * 60_000;
/** Pushes often come in bursts. A graph written between two of them takes the processor from the second. */
const SOON_MS = 2_000;

/** Keeps the commit-graphs up to date, which make counts, ancestry and path filters fast. */
export class CommitGraphs {
  private readonly logger = new Logger(CommitGraphs.name);
  readonly #runs = new Map<RepositoryPath, Run>();

  readonly #soon = new Map<RepositoryPath, NodeJS.Timeout>();

  constructor(private readonly queue: CommandQueue) {}

  /** Writes the graph after a burst of pushes. A failure is only logged: without the graph, reads are correct, but slower. */
  writeSoon(repository: RepositoryPath): void {
    if (this.#soon.has(repository)) return;
    const timer = setTimeout(() => {
      this.#soon.delete(repository);
      this.write(repository).catch((error: unknown) => {
        this.logger.warn(`could not write the commit-graph of ${repository}: ${(error as Error).message}`);
      });
    }, SOON_MS);
    this.#soon.set(repository, timer);
  }

  /** Cancels the scheduled writes; the next push schedules its own. */
  close(): void {
    for (const timer of this.#soon.values()) clearTimeout(timer);
    this.#soon.clear();
  }

  /**
   * Adds the commits that the graph does not contain yet. Only one run for each repository at a time: calls during a run share one further run.
   * Does nothing for a missing repository.
   */
  write(repository: RepositoryPath): Promise<void> {
    const running = this.#runs.get(repository);
    if (running === undefined) return this.#start(repository);
    running.again ??= running.done.catch(() => undefined).then(() => this.#start(repository));
    return running.again;
  }

  /** Writes the graph anew, without removed commits. Must be called after their removal. */
  async replace(repository: RepositoryPath): Promise<void> {
    for (let run = this.#runs.get(repository); run !== undefined; run = this.#runs.get(repository))
      await (run.again ?? run.done).catch(() => undefined);
    await this.#start(repository, 'anew');
  }

  #start(repository: RepositoryPath, how: 'more' | 'anew' = 'more'): Promise<void> {
    const done = this.#write(repository, how);
    const run: Run = { done, again: null };
    this.#runs.set(repository, run);
    const forget = (): void => {
      if (this.#runs.get(repository) === run && run.again === null) this.#runs.delete(repository);
    };
    void done.then(forget, forget);
    return done;
  }

  async #write(repository: RepositoryPath, how: 'more' | 'anew'): Promise<void> {
    const flags = { '--reachable': true, '--changed-paths': true, '--no-progress': true };
    const asked =
      how === 'more'
        ? call(COMMANDS.commitGraphWrite, { repository, flags: { ...flags, '--split': true } })
        : call(COMMANDS.commitGraphReplace, { repository, flags: { ...flags, '--split': 'replace' } });
    await this.queue.runOr(null, asked, { timeoutMs: MAX_MS });
  }
}
