import { Injectable } from '@nestjs/common';
import { Git } from '../git/git.js';
import { IMPORT_REFS } from '../git/repositories/repository-config.js';
import {
  parseBranchName,
  parseTagName,
  refOfBranch,
  refOfTag,
  type BranchName,
  type RefName,
} from '../git/refs/ref-name.js';
import type { Remote } from '../git/transport/fetch-remote.js';
import { RefsRefused } from '../git/writes/refs-writer.js';
import type { RefMove } from '../journal/ref-changes.store.js';
import { RefJournal } from '../journal/ref-journal.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { FreeSpace } from '../storages/free-space.js';
import { ImportFailed } from './import-source.js';

export interface CopyOptions {
  readonly userId: number;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Fetches a remote's branches and tags, and then creates them as the repository's own, all at once and through the journal. */
@Injectable()
export class CopyRemote {
  constructor(
    private readonly git: Git,
    private readonly writers: WriteLocks,
    private readonly journal: RefJournal,
    private readonly freeSpace: FreeSpace,
  ) {}

  /** Existing refs stay unchanged. @throws ImportFailed, StorageFull, or the errors of the fetch */
  async execute(repository: RepositoryAt, remote: Remote, { userId, ...options }: CopyOptions): Promise<void> {
    await this.freeSpace.require(repository.path);
    const head = await this.git.fetchRemote(repository.path, remote, options);
    await this.writers.during(repository.projectId, () => this.adopt(repository, head, userId));
    this.git.commitGraphs.writeSoon(repository.path);
  }

  private async adopt(repository: RepositoryAt, head: BranchName | null, userId: number): Promise<void> {
    const { path } = repository;
    // An earlier run may have moved refs that no copy has yet.
    await this.journal.settleOpen(repository);
    const fetched = await this.git.refs.snapshot(path, [IMPORT_REFS]);
    const wanted = [...fetched].flatMap(([name, to]) => {
      const ref = ownName(name);
      return ref === null ? [] : [{ ref, from: null, to }];
    });
    const tips = await this.git.refs.tips(
      path,
      wanted.map(({ ref }) => ref),
    );
    const moves = wanted.filter((_, index) => tips[index] === null);
    if (!(await this.git.refs.hasBranches(path)) && moves.some(({ ref }) => head !== null && ref === refOfBranch(head)))
      await this.git.refsWriter.setHead(path, head!);
    await this.move(repository, moves, userId);
    const leftovers = [...fetched].map(([ref, from]): RefMove => ({ ref, from, to: null }));
    await this.git.refsWriter.move(path, leftovers);
  }

  private async move(repository: RepositoryAt, moves: readonly RefMove[], userId: number): Promise<void> {
    if (moves.length === 0) return;
    try {
      await this.journal.move(repository, { userId, via: 'import', moves, isSettled: true });
    } catch (error) {
      if (!(error instanceof RefsRefused)) throw error;
      throw new ImportFailed('Its branches and tags do not fit beside those that the repository has.');
    }
  }
}

/** Returns the name for a fetched ref; null when no branch or tag may have it. */
function ownName(fetched: RefName): RefName | null {
  const [, kind, name] = /^refs\/hearth\/import\/(heads|tags)\/(.+)$/.exec(fetched) ?? [];
  if (kind === 'heads') {
    const branch = parseBranchName(name!);
    return branch && refOfBranch(branch);
  }
  const tag = kind === 'tags' ? parseTagName(name!) : null;
  return tag && refOfTag(tag);
}
