import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS, type GitCall } from '../process/commands.js';
import { runGit } from '../process/run.js';
import type { CommitGraphs } from './commit-graphs.js';
import { ifMissing, repositoryExists } from './exists.js';
import { filesOfPacks, packsOf, releaseUnsharedPacks } from './shared-packs.js';

/** Packs from which on a repository is repacked: git looks for an object in one after the other. */
const MANY_PACKS = 12;
/** Loose objects of one of the 256 folders from which on a repository is repacked. */
const MANY_LOOSE = 8;
const MAX_MS = 4 * 60 * 60_000;
const A_DAY_MS = 86_400_000;
/** How long the reflog keeps what a ref has pointed at; shorter for commits that a forced push left behind. */
const REFLOG_DAYS = { all: 90, unreachable: 30 };

export interface UpkeepOptions {
  readonly signal?: AbortSignal;
}

/**
 * Keeps repositories small and quick while they are read and written. Nothing here takes an object away from anybody: packs are replaced by
 * others that hold the same, which readers notice by themselves, and objects are removed only after nothing has needed them for a while.
 * Packs that are shared with forks stay as they are, with all that is in them.
 */
export class Upkeep {
  constructor(
    private readonly commitGraphs: CommitGraphs,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Whether the repository has so many packs or loose objects that repacking is worth its time. */
  async isDue(repository: RepositoryPath): Promise<boolean> {
    const packs = await packsOf(repository);
    if (packs.length >= MANY_PACKS) return true;
    // Ids are evenly spread: one folder tells of all.
    const loose = await readdir(path.join(repository, 'objects/17')).catch(ifMissing([]));
    return loose.length >= MANY_LOOSE;
  }

  /** Packs loose refs, and loose objects and small packs into larger ones, so that each pack is at least twice as large as the next. */
  async repack(repository: RepositoryPath, { signal }: UpkeepOptions = {}): Promise<void> {
    if (!(await repositoryExists(repository))) return;
    await releaseUnsharedPacks(repository);
    await run(call(COMMANDS.packRefs, { repository, flags: { '--all': true } }), signal);
    await run(call(COMMANDS.repack, { repository, flags: { '-d': true, '--quiet': true, '--geometric': 2 } }), signal);
  }

  /**
   * Sets what no ref and no reflog reaches aside, and removes what was set aside earlier than `graceMs` ago and is still not needed. The time
   * counts from when an object was first found to be unreachable, not from when it was written: a push that is under way, or an API request
   * that has built its objects and not moved its ref, loses nothing.
   * @returns whether something is set aside, and waits for a later run
   */
  async prune(repository: RepositoryPath, graceMs: number, { signal }: UpkeepOptions = {}): Promise<boolean> {
    if (!(await repositoryExists(repository))) return false;
    const now = this.now();
    await run(call(COMMANDS.reflogExpire, { repository, flags: reflogFlags(now) }), signal);
    await this.repack(repository, { signal });
    // git takes the age of a pack for the age of its objects. Those that are set aside already have ages of their own.
    for (const pack of await packsOf(repository)) await utimes(`${pack}.pack`, now, now).catch(ifMissing(undefined));
    const flags = {
      ...{ '-d': true, '--quiet': true, '--cruft': true },
      '--cruft-expiration': dateOf(now.getTime() - graceMs),
    };
    await run(call(COMMANDS.repack, { repository, flags }), signal);
    await this.commitGraphs.replace(repository);
    return (await filesOfPacks(repository)).some((file) => file.endsWith('.mtimes'));
  }
}

function run(asked: GitCall, signal: AbortSignal | undefined): Promise<unknown> {
  return runGit(asked, { signal, timeoutMs: MAX_MS });
}

function reflogFlags(now: Date) {
  const before = (days: number): string => dateOf(now.getTime() - days * A_DAY_MS);
  return {
    '--all': true,
    '--expire': before(REFLOG_DAYS.all),
    '--expire-unreachable': before(REFLOG_DAYS.unreachable),
  } as const;
}

/** A moment in a form that git takes without guessing. */
function dateOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
