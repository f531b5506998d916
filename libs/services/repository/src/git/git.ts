import { availableParallelism } from 'node:os';
import { CommitGraphs } from './life/commit-graphs.js';
import { Leftovers } from './life/leftovers.js';
import { Repositories } from './life/repositories.js';
import type { RepositoryPath } from './names/paths.js';
import type { BranchName } from './names/ref-name.js';
import { ObjectPool } from './objects/object-pool.js';
import { Objects } from './objects/objects.js';
import { CommandQueue } from './process/command-queue.js';
import { useLauncher } from './process/spawn.js';
import { Ancestry } from './reads/ancestry.js';
import { Blobs } from './reads/blobs.js';
import { Branches } from './reads/branches.js';
import { History } from './reads/history.js';
import { Refs } from './reads/refs.js';
import { Revisions } from './reads/revisions.js';
import { Trees } from './reads/trees.js';
import { advertise, type GitService } from './transport/advertise.js';
import type { PushChecks, PushOutcome } from './transport/push-checks.js';
import { PushHook } from './transport/push-hook.js';
import { PushReceiver, type PushRequest } from './transport/receive-pack.js';
import { fetchRemote, type Remote } from './transport/fetch-remote.js';
import { uploadPack, type FetchRequest } from './transport/upload-pack.js';
import { RefsWriter } from './writes/refs-writer.js';

export interface GitOptions {
  /**
   * A folder of this process alone, absolute, that allows programs to run: the push hook is put there. Not below the
   * system's folder for temporary files, whose cleaner would remove the hook.
   */
  readonly privateFolder: string;
  /** Listing commands that run at the same time. */
  readonly commandConcurrency?: number;
  /** Repositories that keep a reading, and as many that keep a writing process. */
  readonly maxProcesses?: number;
  /** Milliseconds after which an unused process ends. */
  readonly processIdleMs?: number;
  /** Milliseconds without a byte after which a fetch or push is ended. */
  readonly transferIdleMs?: number;
  /** Bytes of immutable answers that are kept, for each of commits, trees, listings and histories. */
  readonly cacheBytes?: number;
  /** Commits up to which lists are counted. */
  readonly countBound?: number;
}

const MiB = 1024 * 1024;

/** Everything this service does with git, over real git on bare repositories. Must be closed. */
export class Git {
  readonly #queue: CommandQueue;
  readonly #pool: ObjectPool;
  readonly #receiver: PushReceiver;
  readonly #transferIdleMs: number;
  readonly objects: Objects;
  readonly refs: Refs;
  readonly revisions: Revisions;
  readonly trees: Trees;
  readonly blobs: Blobs;
  readonly ancestry: Ancestry;
  readonly branches: Branches;
  readonly history: History;
  readonly refsWriter: RefsWriter;
  readonly repositories: Repositories;
  readonly commitGraphs: CommitGraphs;

  private constructor(
    private readonly hook: PushHook,
    options: GitOptions,
  ) {
    const cacheBytes = options.cacheBytes ?? 32 * MiB;
    const processes = { maxProcesses: options.maxProcesses ?? 48, idleMs: options.processIdleMs ?? 60_000 };
    this.#transferIdleMs = options.transferIdleMs ?? 5 * 60_000;
    this.#queue = new CommandQueue(options.commandConcurrency ?? Math.max(4, 2 * availableParallelism()));
    this.#pool = new ObjectPool(processes);
    this.objects = new Objects(this.#pool, cacheBytes);
    this.refs = new Refs(this.#pool, this.#queue);
    this.revisions = new Revisions(this.#pool, this.refs);
    this.trees = new Trees(this.objects, this.#queue, cacheBytes);
    this.blobs = new Blobs(this.#pool);
    this.ancestry = new Ancestry(this.#queue);
    this.branches = new Branches(this.refs, this.ancestry);
    this.history = new History(this.#queue, { cacheBytes, countBound: options.countBound ?? 10_000 });
    // Whatever is older than this was made by a process that is gone.
    const leftovers = new Leftovers(new Date());
    this.refsWriter = new RefsWriter(this.refs, this.#queue, leftovers, processes);
    this.repositories = new Repositories(this.#queue, [this.#pool, this.refsWriter]);
    this.commitGraphs = new CommitGraphs(this.#queue);
    this.#receiver = new PushReceiver(hook, this.refs, this.ancestry, leftovers, this.#transferIdleMs);
  }

  /** Installs the push hook; throws when programs may not run in the private folder. */
  static async open(options: GitOptions): Promise<Git> {
    const [hook] = await Promise.all([PushHook.install(options.privateFolder), useLauncher()]);
    return new Git(hook, options);
  }

  /** See {@link advertise}. */
  advertise(
    repository: RepositoryPath,
    service: GitService,
    options?: { protocol?: string; signal?: AbortSignal },
  ): Promise<Buffer> {
    return advertise(repository, service, options);
  }

  /** See {@link uploadPack}. */
  uploadPack(repository: RepositoryPath, request: FetchRequest): Promise<void> {
    return uploadPack(repository, request, this.#transferIdleMs);
  }

  /** See {@link PushReceiver.receive}. */
  receivePack(repository: RepositoryPath, request: PushRequest, checks: PushChecks): Promise<PushOutcome> {
    // Its first use is the comparison at the end: by then it has started beside git.
    this.#pool.warm(repository);
    return this.#receiver.receive(repository, request, checks);
  }

  /** See {@link fetchRemote}. */
  fetchRemote(
    repository: RepositoryPath,
    remote: Remote,
    options: { signal?: AbortSignal; timeoutMs: number },
  ): Promise<BranchName | null> {
    return fetchRemote(repository, remote, options);
  }

  /** Ends the long-lived processes and removes the hook. Running transfers are ended by their signals, not by this. */
  async close(): Promise<void> {
    this.commitGraphs.close();
    await Promise.all([this.#pool.close(), this.refsWriter.close()]);
    await this.hook.remove();
  }
}
