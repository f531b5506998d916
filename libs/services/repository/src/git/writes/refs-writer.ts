import { LRUCache } from 'lru-cache';
import type { RepositoryPath } from '../refs/paths.js';
import type { BranchName, RefName } from '../refs/ref-name.js';
import { refOfBranch } from '../refs/ref-name.js';
import { repositoryExists } from '../repositories/exists.js';
import type { StaleFiles } from '../repositories/leftovers.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import { GitError, GitUnavailable, RepositoryMissing } from '../process/errors.js';
import type { Refs } from '../reads/refs.js';
import { UpdateRefProcess, type RefMove } from './update-ref-process.js';

/** Reason for which git moved no ref of a transaction. */
export type RefsRefusal =
  /** A ref was not at the expected id; `actual` is its present one. */
  | { readonly kind: 'stale'; readonly ref: RefName; readonly actual: string | null }
  /** `ref` cannot exist beside `other`: one is a folder of the other. */
  | { readonly kind: 'collision'; readonly ref: RefName; readonly other: RefName }
  /** Any other reason, such as a missing object or a lock held by another git; git's message is in the cause. */
  | { readonly kind: 'refused' };

/** git refused a ref transaction; no ref has moved. */
export class RefsRefused extends Error {
  override readonly name = 'RefsRefused';

  constructor(
    readonly refusal: RefsRefusal,
    cause: GitError,
  ) {
    super(`git refused to move refs (${refusal.kind}): ${cause.stderr.trim()}`, { cause });
  }
}

export interface RefsWriterOptions {
  readonly maxProcesses: number;
  readonly idleMs: number;
}

interface RepositoryWriter {
  process: UpdateRefProcess | null;
  /** The previous transaction: one process runs one at a time. */
  last: Promise<unknown>;
}

/** Moves refs by transactions with expected old values, through a long-lived process for each repository in use. */
export class RefsWriter {
  readonly #writers: LRUCache<RepositoryPath, RepositoryWriter>;
  readonly #alive = new Set<UpdateRefProcess>();

  constructor(
    private readonly refs: Refs,
    private readonly queue: CommandQueue,
    private readonly leftovers: StaleFiles,
    private readonly options: RefsWriterOptions,
  ) {
    this.#writers = new LRUCache({
      max: options.maxProcesses,
      dispose: (writer) => void writer.last.then(() => writer.process?.retire()),
    });
  }

  /**
   * Moves all of these refs or none of them. Throws RefsRefused when git refuses, RepositoryMissing, or GitError when git dies before it answers:
   * then only the refs show the outcome.
   */
  async move(repository: RepositoryPath, moves: readonly RefMove[]): Promise<void> {
    if (moves.some(({ from, to }) => from === null && to === null))
      throw new TypeError('a ref moves from nothing to nothing');
    if (moves.length === 0) return;
    const writer = this.#writerOf(repository);
    const transaction = writer.last.then(() => this.#commit(repository, writer, moves));
    writer.last = transaction.catch(() => undefined);
    await transaction;
  }

  /** Points HEAD, and with it the default branch, at a branch that need not exist yet. */
  async setHead(repository: RepositoryPath, branch: BranchName): Promise<void> {
    await this.queue.run(call(COMMANDS.symbolicRef, { repository, operands: ['HEAD', refOfBranch(branch)] }));
  }

  /** Waits for the repository's transactions and ends its process. Must be called before the repository's folder is moved. */
  async release(repository: RepositoryPath): Promise<void> {
    const writer = this.#writers.peek(repository);
    if (writer === undefined) return;
    await writer.last;
    writer.process?.retire();
    await writer.process?.exited;
    this.#writers.delete(repository);
  }

  /** Ends all processes after their transactions. */
  async close(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.last));
    this.#writers.clear();
    for (const process of this.#alive) process.retire();
    await Promise.all([...this.#alive].map((process) => process.exited));
  }

  #writerOf(repository: RepositoryPath): RepositoryWriter {
    const known = this.#writers.get(repository);
    if (known !== undefined) return known;
    const writer: RepositoryWriter = { process: null, last: Promise.resolve() };
    this.#writers.set(repository, writer);
    return writer;
  }

  async #commit(repository: RepositoryPath, writer: RepositoryWriter, moves: readonly RefMove[]): Promise<void> {
    await this.leftovers.sweepOnce(repository);
    if (!writer.process?.open) writer.process = this.#start(repository);
    const movement = this.refs.movement(repository);
    movement.begin();
    try {
      await writer.process.commit(moves);
      movement.end(moves.map(({ ref, to }) => [ref, to]));
    } catch (error) {
      writer.process.retire();
      if (error instanceof GitUnavailable) movement.lose();
      else movement.end();
      if (!(error instanceof GitError)) throw error;
      if (!(await repositoryExists(repository))) throw new RepositoryMissing(repository);
      // A killed git may have moved them or not: only a status of git's own is a refusal.
      if (error.exitCode === null) throw error;
      throw new RefsRefused(await this.#explain(repository, moves), error);
    }
  }

  /** Reads the refs instead of git's message: messages are for people and change. */
  async #explain(repository: RepositoryPath, moves: readonly RefMove[]): Promise<RefsRefusal> {
    const tips = await this.refs.tips(
      repository,
      moves.map(({ ref }) => ref),
    );
    const stale = moves.findIndex(({ from }, index) => tips[index] !== from);
    if (stale !== -1) return { kind: 'stale', ref: moves[stale]!.ref, actual: tips[stale]! };
    for (const { ref } of moves.filter(({ to }) => to !== null)) {
      const other = await this.#neighbourInTheWay(repository, ref);
      if (other !== null) return { kind: 'collision', ref, other };
    }
    return { kind: 'refused' };
  }

  async #neighbourInTheWay(repository: RepositoryPath, ref: RefName): Promise<RefName | null> {
    const parts = ref.split('/');
    const folders = parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('/'));
    const near = await this.refs.snapshot(repository, [`${ref}/`, ...folders]);
    return [...near.keys()].find((name) => name.startsWith(`${ref}/`) || folders.includes(name)) ?? null;
  }

  #start(repository: RepositoryPath): UpdateRefProcess {
    const process = new UpdateRefProcess(repository, this.options.idleMs);
    this.#alive.add(process);
    void process.exited.then(() => this.#alive.delete(process));
    return process;
  }
}
