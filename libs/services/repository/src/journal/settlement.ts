import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { DefaultBranchChangedEvent, RefUpdatedEvent } from '@hearth/repository-contracts';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { tagOfRef, type BranchName, type RefName } from '../git/refs/ref-name.js';
import { ProtectedBranchesStore } from '../protection/protected-branches.store.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { ReleasesStore } from '../tags/releases.store.js';
import { RefChangesStore, type RefChange } from './ref-changes.store.js';
import { chooseDefaultBranch } from './settlement.rules.js';

/** Closes what the journal has prepared, and tells the other services what moved. */
@Injectable()
export class Settlement {
  constructor(
    private readonly db: Database,
    private readonly refChangesStore: RefChangesStore,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly protectedBranchesStore: ProtectedBranchesStore,
    private readonly releasesStore: ReleasesStore,
    private readonly outbox: Outbox,
    private readonly git: Git,
  ) {}

  /**
   * Settles the changes whose refs are in `moved`, refuses the others, and appends one event for each that moved: all in one
   * transaction. What is settled already stays as it is and is not told twice. The caller has the repository's turn.
   */
  async settle(repository: RepositoryAt, changes: readonly RefChange[], moved: ReadonlySet<RefName>): Promise<void> {
    if (changes.length === 0) return;
    const done = changes.filter(({ ref }) => moved.has(ref));
    const refused = changes.filter(({ ref }) => !moved.has(ref));
    const defaultBranch = await this.defaultBranch(repository.path);
    await this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, repository.projectId);
      const closed = await this.refChangesStore.settle(tx, done, refused);
      // Of a deleted project nobody wants to hear any more.
      if (!record || record.deleted) return;
      if (!record.started && defaultBranch !== null) await this.start(tx, repository, defaultBranch);
      await this.forgetReleases(tx, repository, closed);
      await this.tell(tx, repository, closed, defaultBranch);
    });
  }

  /**
   * Begins with a repository that was copied whole: its default branch is protected and published, its refs are not, one by one. The caller has
   * the repository's turn.
   * @param note what else the transaction writes; nothing is written of a deleted project
   */
  async begin(repository: RepositoryAt, note: (tx: Tx) => Promise<void>): Promise<void> {
    const { projectId } = repository;
    const defaultBranch = await this.defaultBranch(repository.path);
    await this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) return;
      await note(tx);
      if (defaultBranch === null) return;
      await this.start(tx, repository, defaultBranch);
      const sequence = await this.refChangesStore.nextSequence(tx);
      await this.outbox.append(tx, DefaultBranchChangedEvent, { projectId, sequence, defaultBranch });
    });
  }

  /**
   * Tells that HEAD was pointed at another branch. The caller has the repository's turn.
   * @returns the sequence of the change
   * @throws ProjectNotFound when the project has been deleted meanwhile
   */
  tellDefaultBranch(projectId: ProjectId, defaultBranch: BranchName): Promise<number> {
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) throw ProjectNotFound();
      const sequence = await this.refChangesStore.nextSequence(tx);
      await this.outbox.append(tx, DefaultBranchChangedEvent, { projectId, sequence, defaultBranch });
      return sequence;
    });
  }

  /** HEAD's branch; where it does not exist while others do, HEAD is moved to the most likely of them. */
  private async defaultBranch(path: RepositoryPath): Promise<BranchName | null> {
    const head = await this.git.branches.default(path);
    if (head !== null && (await this.git.branches.find(path, head)) !== null) return head;
    const branches = await this.git.branches.list(path);
    const chosen = chooseDefaultBranch(
      head,
      branches.map(({ name }) => name),
    );
    if (chosen !== null) await this.git.refsWriter.setHead(path, chosen);
    return chosen;
  }

  /** The first branches have come: from now on the default branch is protected. */
  private async start(tx: Tx, { projectId }: RepositoryAt, defaultBranch: BranchName): Promise<void> {
    await this.protectedBranchesStore.protectForMasters(tx, projectId, defaultBranch);
    await this.repositoriesStore.markStarted(tx, projectId);
  }

  /** The release text of a tag goes with it: another tag of that name is another release. */
  private async forgetReleases(tx: Tx, { projectId }: RepositoryAt, changes: readonly RefChange[]): Promise<void> {
    const tags = changes.flatMap(({ ref, to }) => (to === null ? (tagOfRef(ref) ?? []) : []));
    if (tags.length > 0) await this.releasesStore.deleteOf(tx, projectId, tags);
  }

  private tell(
    tx: Tx,
    { projectId }: RepositoryAt,
    changes: readonly RefChange[],
    defaultBranch: BranchName | null,
  ): Promise<void> {
    const occurredAt = new Date().toISOString();
    return this.outbox.appendAll(
      tx,
      changes.map(({ sequence, pushId, via, ref, from, to, userId }) => ({
        event: RefUpdatedEvent,
        data: { projectId, sequence, pushId, via, ref, oldId: from, newId: to, userId, defaultBranch, occurredAt },
        // Not whoever settles it: that may be a later push, or nobody.
        context: { actor: userId ?? undefined },
      })),
    );
  }
}
