import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { DefaultBranchChangedEvent, RefUpdatedEvent, ReleaseDeletedEvent } from '@hearth/repository-contracts';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { tagOfRef, type BranchName, type RefName } from '../git/refs/ref-name.js';
import { ProtectedBranchesStore } from '../protection/protected-branches.store.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { StorageFence } from '../storages/storage-fence.js';
import { releaseCard } from '../releases/release-card.js';
import { ReleasesStore } from '../releases/releases.store.js';
import { RefChangesStore, type RefChange } from './ref-changes.store.js';
import { chooseDefaultBranch } from './settlement.rules.js';

/** Closes prepared rows of the journal, and publishes the moves. */
@Injectable()
export class Settlement {
  constructor(
    private readonly db: Database,
    private readonly refChangesStore: RefChangesStore,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly protectedBranchesStore: ProtectedBranchesStore,
    private readonly releasesStore: ReleasesStore,
    private readonly outbox: Outbox,
    private readonly fence: StorageFence,
    private readonly git: Git,
  ) {}

  /**
   * Settles the changes whose refs are in `moved`, refuses the others, and appends one event for each that moved: all in one transaction. Settled
   * changes stay as they are, and their events are not published again. The caller holds the repository's write lock.
   * @throws WrongStorage or RepositoryBusy when the repository has another owner by now, which settles what is open
   */
  async settle(repository: RepositoryAt, changes: readonly RefChange[], moved: ReadonlySet<RefName>): Promise<void> {
    if (changes.length === 0) return;
    const done = changes.filter(({ ref }) => moved.has(ref));
    const refused = changes.filter(({ ref }) => !moved.has(ref));
    const defaultBranch = await this.defaultBranch(repository.path);
    await this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, repository.projectId);
      if (record && !record.deleted) this.fence.require(record, repository.path);
      const closed = await this.refChangesStore.settle(tx, done, refused);
      // No events are published about a deleted project.
      if (!record || record.deleted) return;
      if (!record.started && defaultBranch !== null) await this.start(tx, repository, defaultBranch);
      await this.forgetReleases(tx, repository, closed);
      await this.publish(tx, repository, closed, defaultBranch);
    });
  }

  /**
   * Starts with a repository that was copied as a whole: publishes and protects its default branch, but publishes no events for its refs. The
   * caller holds the repository's write lock.
   * @param sequence of the change, which copies may have by now
   * @param note further writes of the transaction; nothing is written for a deleted project
   */
  async begin(repository: RepositoryAt, sequence: number, note: (tx: Tx) => Promise<void>): Promise<void> {
    const { projectId } = repository;
    const defaultBranch = await this.defaultBranch(repository.path);
    await this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) return;
      this.fence.require(record, repository.path);
      await note(tx);
      if (defaultBranch === null) return;
      await this.start(tx, repository, defaultBranch);
      await this.changeDefaultBranch(tx, projectId, sequence, defaultBranch);
    });
  }

  /**
   * Publishes that HEAD was pointed at another branch. The caller holds the repository's write lock.
   * @param sequence of the change, which copies may have by now
   * @throws ProjectNotFound when the project was deleted in the meantime
   */
  publishDefaultBranch(projectId: ProjectId, sequence: number, defaultBranch: BranchName): Promise<void> {
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) throw ProjectNotFound();
      this.fence.require(record);
      await this.changeDefaultBranch(tx, projectId, sequence, defaultBranch);
    });
  }

  private async changeDefaultBranch(tx: Tx, projectId: ProjectId, sequence: number, defaultBranch: BranchName) {
    await this.refChangesStore.want(tx, projectId, sequence);
    await this.outbox.append(tx, DefaultBranchChangedEvent, { projectId, sequence, defaultBranch });
  }

  /** Returns HEAD's branch. If it does not exist but others do, HEAD is moved to the most likely of them. */
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

  /** The repository has its first branches: from now on the default branch is protected. */
  private async start(tx: Tx, { projectId }: RepositoryAt, defaultBranch: BranchName): Promise<void> {
    await this.protectedBranchesStore.protectForMasters(tx, projectId, defaultBranch);
    await this.repositoriesStore.markStarted(tx, projectId);
  }

  /** Deletes the releases of deleted tags: a new tag with the same name is another release. */
  private async forgetReleases(tx: Tx, { projectId }: RepositoryAt, changes: readonly RefChange[]): Promise<void> {
    const tags = changes.flatMap(({ ref, to }) => (to === null ? (tagOfRef(ref) ?? []) : []));
    if (tags.length === 0) return;
    const deleted = await this.releasesStore.deleteOf(tx, projectId, tags);
    await this.outbox.appendAll(
      tx,
      deleted.map((release) => ({
        event: ReleaseDeletedEvent,
        data: { projectId, release: releaseCard(release) },
      })),
    );
  }

  private publish(
    tx: Tx,
    { projectId }: RepositoryAt,
    changes: readonly RefChange[],
    defaultBranch: BranchName | null,
  ): Promise<void> {
    const occurredAt = new Date().toISOString();
    return this.outbox.appendAll(
      tx,
      changes.map(({ sequence, pushId, via, ref, from, to, userId, options }) => ({
        event: RefUpdatedEvent,
        data: {
          ...{ projectId, sequence, pushId, via, ref, oldId: from, newId: to, userId, defaultBranch, occurredAt },
          ...(options && { pushOptions: [...options] }),
        },
        // The actor is the user who moved the ref. The row may be settled by a later push, or by the sweep.
        context: { actor: userId ?? undefined },
      })),
    );
  }
}
