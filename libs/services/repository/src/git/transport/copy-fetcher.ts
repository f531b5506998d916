import type { Objects } from '../objects/objects.js';
import { call, COMMANDS } from '../process/commands.js';
import { runGit } from '../process/run.js';
import type { Refs } from '../reads/refs.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { BranchName, RefName } from '../refs/ref-name.js';
import { divergedRef } from '../repositories/diverged-refs.js';
import { HIDDEN_REFS, MERGE_REQUEST_REFS } from '../repositories/repository-config.js';
import type { RefsWriter } from '../writes/refs-writer.js';
import { copyMoves } from './copy-refs.rules.js';
import { fetchObjects, listOrigin, type CopyTimes, type OriginOfCopy } from './fetch-copy.js';

export interface CopyOptions extends CopyTimes {
  /** `all` refs, or those with which a fork begins. */
  readonly which: 'all' | 'branches-and-tags';
  /** Keeps branches and tags that the origin has never had below `refs/hearth/diverged/`, before they are replaced. */
  readonly setsAside?: boolean;
}

const BRANCHES_AND_TAGS = /^refs\/(heads|tags)\//;

/** Makes repositories copies of others. */
export class CopyFetcher {
  constructor(
    private readonly refs: Refs,
    private readonly objects: Objects,
    private readonly refsWriter: RefsWriter,
  ) {}

  /**
   * Makes the refs of a repository those of another one, with the objects that they need. The objects come first; then all refs move in one
   * transaction, so that a reader finds only states that the other repository has had.
   * @returns the branch that the other one's HEAD names; null when it names none
   * @throws GitError, GitTimeout, RefsRefused, or the reason of the signal
   */
  async fetch(repository: RepositoryPath, origin: OriginOfCopy, options: CopyOptions): Promise<BranchName | null> {
    const isWanted = ([ref]: readonly [RefName, ObjectId]) => options.which === 'all' || BRANCHES_AND_TAGS.test(ref);
    const { refs, head } = await listOrigin(origin, options);
    const theirs = new Map([...refs].filter(isWanted));
    const ours = new Map([...(await this.refs.snapshot(repository))].filter(isWanted));
    const known = new Set(ours.values());
    const missing = [...new Set(theirs.values())].filter((id) => !known.has(id));
    await fetchObjects(repository, origin, missing, options);
    const now = new Date();
    const aside = options.setsAside ? await this.#lost(repository, ours, theirs, options) : [];
    const kept = new Map(aside.map(([ref, tip]) => [divergedRef(ref, now), tip]));
    for (const moves of copyMoves(ours, theirs, now, kept)) await this.refsWriter.move(repository, moves);
    return head;
  }

  /** Returns the branches and tags whose tips no ref of the other repository reaches. */
  async #lost(
    repository: RepositoryPath,
    ours: ReadonlyMap<RefName, ObjectId>,
    theirs: ReadonlyMap<RefName, ObjectId>,
    times: CopyTimes,
  ): Promise<[RefName, ObjectId][]> {
    const tips = new Set(theirs.values());
    const candidates = [...ours].filter(
      ([ref, tip]) => !tips.has(tip) && !ref.startsWith(HIDDEN_REFS) && !ref.startsWith(MERGE_REQUEST_REFS),
    );
    if (candidates.length === 0) return [];
    const unreached = await unreachedOf(repository, new Set(candidates.map(([, tip]) => tip)), tips, times);
    const infos = await Promise.all(candidates.map(([, tip]) => this.objects.info(repository, tip)));
    // An annotated tag is no commit: what it points at may be reached, and its text is lost all the same.
    return candidates.filter(([, tip], index) => unreached.has(tip) || infos[index]?.type !== 'commit');
  }
}

/** Returns those of the commits that the tips do not reach. */
async function unreachedOf(
  repository: RepositoryPath,
  commits: ReadonlySet<ObjectId>,
  tips: ReadonlySet<ObjectId>,
  times: CopyTimes,
): Promise<ReadonlySet<string>> {
  const input = [...commits, ...[...tips].map((tip) => `^${tip}`), ''].join('\n');
  const found = new Set<string>();
  let rest = '';
  const sink = (chunk: Buffer): boolean => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (commits.has(line as ObjectId)) found.add(line);
    return true;
  };
  await runGit(call(COMMANDS.revList, { repository, flags: { '--stdin': true } }), { input, sink, ...times });
  return found;
}
