import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS, type GitCall } from '../process/commands.js';
import { runGit } from '../process/run.js';
import type { CommitGraphs } from './commit-graphs.js';
import { ifMissing, repositoryExists } from './exists.js';
import { filesOfPacks, packsOf, releaseUnsharedPacks } from './shared-packs.js';

/** Number of packs from which a repository is repacked: git searches them one after the other. */
const MANY_PACKS = 12;
/** Number of loose objects in one of the 256 folders from which a repository is repacked. */
const MANY_LOOSE = 8;
/** Number of loose refs from which they are packed: git opens each of their files for every list of refs. */
const MANY_LOOSE_REFS = 100;
const MAX_MS = 4 * 60 * 60_000;
const A_DAY_MS = 86_400_000;
/** Days that the reflog keeps former positions of a ref; fewer for commits that a force push removed. */
const REFLOG_DAYS = { all: 90, unreachable: 30 };

export interface UpkeepOptions {
  readonly signal?: AbortSignal;
}

/**
 * Keeps repositories small and fast while they are read and written. Objects in use stay available: packs are replaced by others with the same
 * objects, which readers notice by themselves, and objects are removed only after a while without any reference to them. Packs shared with
 * forks stay unchanged, with all their objects.
 */
export class Upkeep {
  constructor(
    private readonly commitGraphs: CommitGraphs,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Returns whether the repository has so many packs, loose objects or loose refs that a repack is worth its time. */
  async isDue(repository: RepositoryPath): Promise<boolean> {
    const packs = await packsOf(repository);
    if (packs.length >= MANY_PACKS) return true;
    // Ids are evenly distributed, so one folder is a sample for all.
    const loose = await readdir(path.join(repository, 'objects/17')).catch(ifMissing([]));
    return loose.length >= MANY_LOOSE || (await hasFiles(path.join(repository, 'refs'), MANY_LOOSE_REFS));
  }

  /** Packs loose refs, and combines loose objects and small packs into larger ones, so that each pack is at least twice as large as the next. */
  async repack(repository: RepositoryPath, { signal }: UpkeepOptions = {}): Promise<void> {
    if (!(await repositoryExists(repository))) return;
    await releaseUnsharedPacks(repository);
    await run(call(COMMANDS.packRefs, { repository, flags: { '--all': true } }), signal);
    await run(call(COMMANDS.repack, { repository, flags: { '-d': true, '--quiet': true, '--geometric': 2 } }), signal);
  }

  /**
   * Sets aside the objects that no ref and no reflog reaches, and removes those set aside earlier than `graceMs` ago that are still unreachable. The
   * grace period counts from when an object was first found to be unreachable, not from when it was written: a running push, or an API request
   * that has written its objects but not moved its ref yet, loses nothing.
   * @returns whether objects are set aside for a later run
   */
  async prune(repository: RepositoryPath, graceMs: number, { signal }: UpkeepOptions = {}): Promise<boolean> {
    if (!(await repositoryExists(repository))) return false;
    const now = this.now();
    await run(call(COMMANDS.reflogExpire, { repository, flags: reflogFlags(now) }), signal);
    await this.repack(repository, { signal });
    // git takes the age of a pack for the age of its objects. Packs of set-aside objects have their own ages.
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

/** Returns whether a folder and those in it have at least so many files. Reads no more of them than it has to. */
async function hasFiles(folder: string, count: number): Promise<boolean> {
  let found = 0;
  for (const folders = [folder]; found < count && folders.length > 0;) {
    const next = folders.pop()!;
    for (const entry of await readdir(next, { withFileTypes: true }).catch(ifMissing([]))) {
      if (entry.isDirectory()) folders.push(path.join(next, entry.name));
      else found += 1;
    }
  }
  return found >= count;
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

/** Formats a time so that git parses it unambiguously. */
function dateOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
