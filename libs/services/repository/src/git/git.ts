import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { CommitGraphs } from './repositories/commit-graphs.js';
import type { Engine } from './engines/engine.js';
import { GitProcesses } from './engines/git-processes.js';
import { StaleFiles } from './repositories/leftovers.js';
import { DivergedRefs } from './repositories/diverged-refs.js';
import { Upkeep } from './repositories/upkeep.js';
import { soundness } from './repositories/soundness.js';
import { Repositories } from './repositories/repositories.js';
import type { ObjectId } from './refs/object-id.js';
import type { RepositoryPath } from './refs/paths.js';
import type { BranchName, RefName } from './refs/ref-name.js';
import { PackCache } from './pack-cache/pack-cache.js';
import { SharedAnswers } from './pack-cache/shared-answers.js';
import { ObjectPool } from './objects/object-pool.js';
import { Objects } from './objects/objects.js';
import type { Exit } from './process/child.js';
import { CommandQueue } from './process/command-queue.js';
import { useLauncher } from './process/spawn.js';
import { Ancestry } from './reads/ancestry.js';
import { Blame } from './reads/blame.js';
import { Blobs } from './reads/blobs.js';
import { Branches } from './reads/branches.js';
import { ChangedPaths } from './reads/changed-paths.js';
import { Contributions } from './reads/contributions.js';
import { Diffs, type DiffOptions } from './reads/diffs.js';
import { FileSizes } from './reads/file-sizes.js';
import { Grep } from './reads/grep.js';
import { History } from './history/history.js';
import { Distances } from './history/distances.js';
import { LastCommits } from './history/last-commits.js';
import { Trailers } from './history/trailers.js';
import type { DiffLimits } from './reads/patch-parser.js';
import { Reachability } from './reads/reachability.js';
import { Refs } from './reads/refs.js';
import { RefSnapshots } from './reads/ref-snapshots.js';
import { Revisions } from './reads/revisions.js';
import { Tags } from './reads/tags.js';
import { Trees } from './reads/trees.js';
import type { AdvertisementRequest, GitService } from './transport/advertise.js';
import { Advertisements } from './transport/advertisements.js';
import type { PushChecks, PushOutcome } from './transport/push-checks.js';
import { bundle, bundledRefs } from './bundles/bundle.js';
import { archive, canArchive, type ArchiveFormat, type ArchiveRequest } from './transport/archive.js';
import { patches, type PatchRequest } from './history/patches.js';
import { archiveSession, type ArchiveSession } from './sessions/archive-session.js';
import { PushHook } from './transport/push-hook.js';
import { PushReceiver, type PushRequest } from './transport/receive-pack.js';
import { CopyFetcher, type CopyOptions } from './transport/copy-fetcher.js';
import { fetchBranch, fetchObjects, refsDigest, type CopyTimes, type OriginOfCopy } from './transport/fetch-copy.js';
import { fetchSession, type FetchSession } from './sessions/fetch-session.js';
import { fetchLocal } from './transport/fetch-local.js';
import { fetchRemote, type Remote } from './transport/fetch-remote.js';
import type { TransferTimes } from './transport/transfer.js';
import { UploadPack, type FetchRequest } from './transport/upload-pack.js';
import { Wants } from './transport/wants.js';
import { ObjectsWriter } from './writes/objects-writer.js';
import { TagWriter } from './writes/tag-writer.js';
import { RefsWriter } from './writes/refs-writer.js';

export interface GitOptions {
  /**
   * Absolute path of a folder that only this process uses and where programs may run: the push hook is installed there. Not below the system's
   * folder for temporary files, whose cleaner would remove the hook.
   */
  readonly privateFolder: string;
  /** Listing commands that run at the same time. */
  readonly commandConcurrency?: number;
  /** Repositories with a process for reading, and as many with a process for writing. */
  readonly maxProcesses?: number;
  /** Milliseconds after which an unused process ends. */
  readonly processIdleMs?: number;
  /** Timeouts of fetches and pushes. */
  readonly transferTimes?: Partial<TransferTimes>;
  /** Bytes of cached immutable answers, for each of commits, trees, listings and histories. */
  readonly cacheBytes?: number;
  /** Bytes of cached refs, of all repositories. */
  readonly refBytes?: number;
  /** See {@link ORPHAN_MS}; a spec that starts no second process sets it to 0. */
  readonly orphanMs?: number;
  /** Commits up to which lists are counted. */
  readonly countBound?: number;
  readonly diffs?: Partial<DiffOptions>;
  /** Shares the answers to equal fetches; absent: each fetch has a git of its own. */
  readonly packCache?: { readonly maxBytes: number; readonly hasRoom: () => Promise<boolean> };
  /** Reads commits and trees, and merges; by default git. {@link Git.close} closes it. */
  readonly engine?: Engine;
}

const MiB = 1024 * 1024;
/** Limits of the API. The bytes are five times the usual size of as many lines. */
const DIFF_LIMITS: DiffLimits = { files: 1000, lines: 50_000, bytes: 16 * MiB };
const DIFF_TEXTS_MS = 30_000;

/** All git operations of this service, with real git on bare repositories. Must be closed. */
export class Git {
  readonly #queue: CommandQueue;
  readonly #pool: ObjectPool;
  readonly #receiver: PushReceiver;
  readonly #advertisements: Advertisements;
  readonly #uploadPack: UploadPack;
  readonly #transferTimes: TransferTimes;
  readonly #copyFetcher: CopyFetcher;
  readonly #engine: Engine;
  readonly objects: Objects;
  readonly refs: Refs;
  readonly reachability: Reachability;
  readonly revisions: Revisions;
  readonly trailers: Trailers;
  readonly trees: Trees;
  readonly fileSizes: FileSizes;
  readonly grep: Grep;
  readonly blame: Blame;
  readonly blobs: Blobs;
  readonly ancestry: Ancestry;
  readonly branches: Branches;
  readonly changedPaths: ChangedPaths;
  readonly tags: Tags;
  readonly history: History;
  readonly distances: Distances;
  readonly lastCommits: LastCommits;
  readonly diffs: Diffs;
  readonly objectsWriter: ObjectsWriter;
  /** Three-way merges. */
  readonly merges: Pick<Engine, 'merge' | 'canMerge' | 'apply'>;
  readonly contributions = new Contributions();
  readonly refsWriter: RefsWriter;
  readonly tagWriter: TagWriter;
  readonly repositories: Repositories;
  readonly commitGraphs: CommitGraphs;
  readonly upkeep: Upkeep;
  readonly divergedRefs: DivergedRefs;

  private constructor(
    private readonly hook: PushHook,
    private readonly packCache: PackCache | null,
    options: GitOptions,
  ) {
    const cacheBytes = options.cacheBytes ?? 32 * MiB;
    const processes = { maxProcesses: options.maxProcesses ?? 48, idleMs: options.processIdleMs ?? 60_000 };
    this.#transferTimes = { requestMs: 60_000, idleMs: 5 * 60_000, ...options.transferTimes };
    this.#queue = new CommandQueue(options.commandConcurrency ?? Math.max(4, 2 * availableParallelism()));
    this.#pool = new ObjectPool(processes);
    this.objectsWriter = new ObjectsWriter(this.#queue);
    this.#engine = options.engine ?? new GitProcesses(this.#pool, this.#queue, this.objectsWriter);
    this.merges = this.#engine;
    this.objects = new Objects(this.#pool, this.#engine, cacheBytes);
    const snapshots = new RefSnapshots({ maxBytes: options.refBytes ?? 64 * MiB, orphanMs: options.orphanMs });
    this.refs = new Refs(this.#pool, this.#queue, snapshots);
    this.reachability = new Reachability(this.refs, this.#queue);
    this.revisions = new Revisions(this.#pool, this.refs, this.reachability);
    this.trailers = new Trailers(this.#queue);
    this.trees = new Trees(this.objects, this.#engine, cacheBytes);
    this.fileSizes = new FileSizes(this.#queue);
    this.grep = new Grep(this.#queue, this.fileSizes);
    this.blame = new Blame(this.#queue);
    this.blobs = new Blobs(this.#pool);
    this.ancestry = new Ancestry(this.#queue);
    this.branches = new Branches(this.refs, this.ancestry);
    this.changedPaths = new ChangedPaths(this.refs, this.#queue);
    this.tags = new Tags(this.refs, this.objects, cacheBytes);
    this.history = new History(this.#queue, { cacheBytes, countBound: options.countBound ?? 10_000 });
    this.distances = new Distances(this.#queue);
    this.lastCommits = new LastCommits(this.#queue, this.objects);
    this.diffs = new Diffs(this.#queue, { cacheBytes, limits: DIFF_LIMITS, textsMs: DIFF_TEXTS_MS, ...options.diffs });
    // Older files were written by a process that has ended.
    const leftovers = new StaleFiles(new Date());
    this.refsWriter = new RefsWriter(this.refs, this.#queue, leftovers, processes);
    this.#copyFetcher = new CopyFetcher(this.refs, this.objects, this.refsWriter);
    this.tagWriter = new TagWriter(this.#queue);
    this.repositories = new Repositories(this.#queue, [
      ...[this.#pool, this.#engine, this.refsWriter, snapshots, this.reachability],
    ]);
    this.commitGraphs = new CommitGraphs(this.#queue);
    this.upkeep = new Upkeep(this.commitGraphs);
    this.divergedRefs = new DivergedRefs(this.refs, this.refsWriter);
    this.#advertisements = new Advertisements(this.refs, this.#transferTimes);
    const wants = new Wants(this.refs, this.objects, this.reachability);
    const sharedAnswers = packCache && new SharedAnswers(this.refs, packCache);
    this.#uploadPack = new UploadPack(wants, this.#transferTimes, sharedAnswers);
    this.#receiver = new PushReceiver(hook, this.refs, this.ancestry, leftovers, this.#transferTimes);
  }

  /** Installs the push hook; throws when programs may not run in the private folder. */
  static async open(options: GitOptions): Promise<Git> {
    const folder = path.join(options.privateFolder, 'packs');
    const [hook, packCache] = await Promise.all([
      PushHook.install(options.privateFolder),
      PackCache.open({ folder, ...options.packCache }),
      useLauncher(),
    ]);
    return new Git(hook, packCache, options);
  }

  /** See {@link Advertisements.serve}. */
  advertise(repository: RepositoryPath, service: GitService, request: AdvertisementRequest): Promise<void> {
    return this.#advertisements.serve(repository, service, request);
  }

  /** See {@link UploadPack.serve}. */
  uploadPack(repository: RepositoryPath, request: FetchRequest): Promise<void> {
    return this.#uploadPack.serve(repository, request);
  }

  /** See {@link fetchSession}. */
  fetchSession(repository: RepositoryPath, session: FetchSession): Promise<Pick<Exit, 'code' | 'stderr'>> {
    const wants = new Wants(this.refs, this.objects, this.reachability);
    return fetchSession(repository, session, wants, this.#transferTimes);
  }

  /** See {@link archiveSession}. */
  archiveSession(repository: RepositoryPath, session: ArchiveSession): Promise<Pick<Exit, 'code' | 'stderr'>> {
    return archiveSession(repository, session, this.refs, this.#transferTimes);
  }

  /** See {@link archive}. */
  archive(repository: RepositoryPath, request: ArchiveRequest): Readable {
    return archive(repository, request, this.#transferTimes.idleMs);
  }

  /** See {@link patches}. */
  patches(repository: RepositoryPath, request: PatchRequest): Readable {
    return patches(repository, request, this.#transferTimes.idleMs);
  }

  /** See {@link bundledRefs}. */
  bundledRefs(repository: RepositoryPath): Promise<Map<RefName, ObjectId>> {
    return bundledRefs(this.refs, repository);
  }

  /** See {@link bundle}. */
  bundle(repository: RepositoryPath, refs: ReadonlyMap<RefName, ObjectId>): Readable {
    return bundle(repository, refs);
  }

  /** See {@link canArchive}. */
  canArchive(format: ArchiveFormat): Promise<boolean> {
    return canArchive(format);
  }

  /** See {@link PushReceiver.receive}. */
  receivePack(repository: RepositoryPath, request: PushRequest, checks: PushChecks): Promise<PushOutcome> {
    // Its first use is the comparison at the end. Until then it starts in parallel with git.
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

  /** See {@link fetchLocal}. */
  fetchLocal(repository: RepositoryPath, from: RepositoryPath, commit: ObjectId): Promise<void> {
    return fetchLocal(repository, from, commit);
  }

  /** See {@link CopyFetcher.fetch}. */
  fetchCopy(repository: RepositoryPath, origin: OriginOfCopy, options: CopyOptions): Promise<BranchName | null> {
    return this.#copyFetcher.fetch(repository, origin, options);
  }

  /** See {@link fetchBranch}. */
  fetchBranch(
    repository: RepositoryPath,
    origin: OriginOfCopy,
    branch: string,
    times: CopyTimes,
  ): Promise<BranchName | null> {
    return fetchBranch(repository, origin, branch, times);
  }

  /** See {@link refsDigest}. */
  refsDigest(origin: OriginOfCopy, times: CopyTimes): Promise<string> {
    return refsDigest(origin, times);
  }

  /** See {@link soundness}. */
  soundness(repository: RepositoryPath, options: { readonly signal?: AbortSignal } = {}): Promise<string | null> {
    return soundness(repository, options);
  }

  /** Copies a commit and its history from a repository of another storage, without a ref. @throws GitError when it does not have the commit */
  fetchCommit(repository: RepositoryPath, origin: OriginOfCopy, commit: ObjectId, times: CopyTimes): Promise<void> {
    return fetchObjects(repository, origin, [commit], times);
  }

  /** Ends the long-lived processes and removes the hook. Running transfers are ended by their signals. */
  async close(): Promise<void> {
    this.commitGraphs.close();
    await Promise.all([this.#pool.close(), this.#engine.close(), this.refsWriter.close(), this.packCache?.close()]);
    await this.hook.remove();
  }
}
