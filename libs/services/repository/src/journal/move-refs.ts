import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Forbidden } from '@hearth/http';
import { Git } from '../git/git.js';
import { branchOfRef } from '../git/refs/ref-name.js';
import { RefsRefused } from '../git/writes/refs-writer.js';
import { PushRightsFacts } from '../git-http/push-rights.facts.js';
import { mayPushAtAll, refusalOfPush, type PushRights } from '../protection/push.rules.js';
import { RefChangeRefused, RefNameConflicts, RepositoryBusy, StorageFull } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { FreeSpace } from '../storages/free-space.js';
import type { RefChange, RefMove } from './ref-changes.store.js';
import { RefJournal } from './ref-journal.js';
import { TellFirstBranch } from './tell-first-branch.js';

/** Repository to change, and the caller of the API. */
export interface RefWriter {
  readonly repository: RepositoryAt;
  readonly principal: Principal;
  /** The only branch that a collaborator may add commits to by this request. */
  readonly branch?: string;
  /** As those of a push. */
  readonly options?: readonly string[];
}

/** Refusals of {@link MoveRefs} in addition to those of `decide`, for the `refuses` of endpoints. */
export const MOVE_REFUSALS = [RefChangeRefused, RefNameConflicts, RepositoryBusy, StorageFull] as const;

/** Moves refs for an API request, under the repository's write lock and through the journal. */
@Injectable()
export class MoveRefs {
  constructor(
    private readonly writers: WriteLocks,
    private readonly pushRightsFacts: PushRightsFacts,
    private readonly journal: RefJournal,
    private readonly freeSpace: FreeSpace,
    private readonly tellFirstBranch: TellFirstBranch,
    private readonly git: Git,
  ) {}

  /**
   * Moves all refs that `decide` returns, or none. `decide` runs under the repository's write lock, while no other ref moves, and gets the caller's
   * rights at that time: the request may have waited, and the rights may be lost.
   * @throws Forbidden without the right to push, {@link MOVE_REFUSALS}, ProjectNotFound
   */
  async execute(
    { repository, principal, branch, options = [] }: RefWriter,
    decide: (rights: PushRights) => Promise<readonly RefMove[]>,
  ): Promise<void> {
    const started = await this.writers.during(repository.projectId, async () => {
      const rights = await this.pushRightsFacts.again(repository, principal, branch);
      if (!mayPushAtAll(rights)) throw Forbidden();
      const moves = await decide(rights);
      const refusal = refusalOfPush(moves, rights, 'api');
      if (refusal !== null) throw RefChangeRefused({ reason: refusal });
      // A full storage still accepts deletions.
      if (moves.some(({ to }) => to !== null)) await this.freeSpace.require(repository.path);
      const changes = moves.length > 0 ? await this.move(repository, moves, principal, options) : [];
      return rights.empty ? changes.at(-1) : undefined;
    });
    if (started) await this.tellFirstBranch.execute(repository, started.sequence);
  }

  private async move(
    repository: RepositoryAt,
    moves: readonly RefMove[],
    { userId }: Principal,
    options: readonly string[],
  ): Promise<RefChange[]> {
    const wanted = moves.flatMap(({ ref, to }) => (to === null ? [] : [ref]));
    const conflict = wanted.length > 0 && (await this.git.refs.caseConflict(repository.path, wanted));
    if (conflict) throw RefNameConflicts({ kind: branchOfRef(conflict.ref) === null ? 'Tag' : 'Branch' });
    try {
      return await this.journal.move(repository, { userId, via: 'api', options, moves });
    } catch (error) {
      if (!(error instanceof RefsRefused) || error.refusal.kind !== 'collision') throw error;
      throw RefNameConflicts({ kind: branchOfRef(error.refusal.ref) === null ? 'Tag' : 'Branch' });
    }
  }
}
