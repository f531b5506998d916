import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { repositoryExists } from '../repositories/exists.js';
import type { RepositoryPath } from '../refs/paths.js';
import { GitError } from '../process/errors.js';
import { BatchProcess, type BatchTimes } from './batch-process.js';
import type { BatchReply, BatchRequest } from './batch-replies.js';

export interface ObjectPoolOptions extends Pick<BatchTimes, 'idleMs'>, Partial<Pick<BatchTimes, 'silenceMs'>> {
  /** Repositories that have a process at the same time. */
  readonly maxProcesses: number;
}

const SILENCE_MS = 60_000;

/** Long-lived `cat-file` processes, one for each repository in use. The least recently used one is ended for a new one. */
export class ObjectPool {
  readonly #processes: LRUCache<RepositoryPath, BatchProcess>;
  readonly #alone = pLimit(2);
  readonly #alive = new Set<BatchProcess>();

  constructor(private readonly options: ObjectPoolOptions) {
    this.#processes = new LRUCache({ max: options.maxProcesses, dispose: (process) => process.retire() });
  }

  /**
   * Looks up a name: an id, or a revision without line breaks. Returns null when the object or the repository does not exist. Throws GitError for
   * a repository that git cannot read, and GitTimeout when git stands still.
   */
  info(repository: RepositoryPath, name: string): Promise<BatchReply | null> {
    return this.#ask(repository, 'info', name, 0);
  }

  /** Like {@link info}, with the object's bytes. `content` is null when there are more than `maxBytes`. */
  contents(repository: RepositoryPath, name: string, maxBytes: number): Promise<BatchReply | null> {
    return this.#ask(repository, 'contents', name, maxBytes);
  }

  /** Starts the repository's process before its first request. */
  warm(repository: RepositoryPath): void {
    this.#processOf(repository);
  }

  /** Ends the repository's process and waits for its exit. Must be called before the repository's folder is moved. */
  async release(repository: RepositoryPath): Promise<void> {
    const process = this.#processes.peek(repository);
    if (process === undefined) return;
    process.kill();
    this.#processes.delete(repository);
    await process.exited;
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    const processes = [...this.#alive];
    for (const process of processes) process.kill();
    this.#processes.clear();
    await Promise.all(processes.map((process) => process.exited));
  }

  /** Process ids by repository, for diagnosis. */
  pids(): ReadonlyMap<RepositoryPath, number | undefined> {
    return new Map([...this.#processes.entries()].map(([repository, process]) => [repository, process.pid]));
  }

  async #ask(
    repository: RepositoryPath,
    command: BatchRequest['command'],
    name: string,
    maxBytes: number,
  ): Promise<BatchReply | null> {
    try {
      return await this.#processOf(repository).ask(command, name, maxBytes);
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      if (!(await repositoryExists(repository))) return null;
      // The process died by itself, or because of another request in the same pipe (a corrupt object). Asked in processes of their own, only the
      // request for that object fails again.
      return this.#alone(() => this.#askAlone(repository, command, name, maxBytes));
    }
  }

  async #askAlone(
    repository: RepositoryPath,
    command: BatchRequest['command'],
    name: string,
    maxBytes: number,
  ): Promise<BatchReply | null> {
    const process = this.#start(repository);
    const reply = process.ask(command, name, maxBytes);
    process.retire();
    return reply;
  }

  #processOf(repository: RepositoryPath): BatchProcess {
    const known = this.#processes.get(repository);
    if (known?.open) return known;
    const process = this.#start(repository);
    this.#processes.set(repository, process);
    return process;
  }

  #start(repository: RepositoryPath): BatchProcess {
    const process = new BatchProcess(repository, { silenceMs: SILENCE_MS, ...this.options });
    this.#alive.add(process);
    void process.exited.then(() => {
      this.#alive.delete(process);
      if (this.#processes.peek(repository) === process) this.#processes.delete(repository);
    });
    return process;
  }
}
