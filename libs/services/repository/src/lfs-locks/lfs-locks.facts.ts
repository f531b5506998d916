import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { UsersByIdsQuery } from '@hearth/identity-contracts';
import { LfsLocksStore, type LfsLock } from './lfs-locks.store.js';

/** A lock with the name of its owner. */
export interface LfsLockFact {
  readonly lock: LfsLock;
  readonly owner: string;
}

/** Locks in the order of their ids; `next` is the id of the first lock of the next page, null at the end. */
export interface LfsLocksPage {
  readonly locks: readonly LfsLockFact[];
  readonly next: number | null;
}

/** Reads the locks of projects. */
@Injectable()
export class LfsLocksFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly lfsLocksStore: LfsLocksStore,
  ) {}

  async page(projectId: ProjectId, { cursor, limit }: { cursor: number; limit: number }): Promise<LfsLocksPage> {
    const found = await this.lfsLocksStore.page(this.db, projectId, cursor, limit + 1);
    return { locks: await this.described(found.slice(0, limit)), next: found[limit]?.id ?? null };
  }

  /** The locks with this path or id: one or none. */
  async only(
    projectId: ProjectId,
    { path, id }: { path?: string | undefined; id?: number | undefined },
  ): Promise<LfsLocksPage> {
    const found =
      path === undefined
        ? (await this.lfsLocksStore.page(this.db, projectId, id!, 1))[0]
        : await this.lfsLocksStore.atPath(this.db, projectId, path);
    const isAsked = found !== undefined && (id === undefined || found.id === id);
    return { locks: await this.described(isAsked ? [found] : []), next: null };
  }

  async of(lock: LfsLock): Promise<LfsLockFact> {
    return (await this.described([lock]))[0]!;
  }

  /** Locks of deleted users are the ghost's. */
  private async described(locks: readonly LfsLock[]): Promise<LfsLockFact[]> {
    const ids = [...new Set(locks.map(({ ownerId }) => ownerId))];
    if (ids.length === 0) return [];
    const { users } = await this.calls.query(UsersByIdsQuery, { ids });
    const names = new Map(users.map((user) => [user.askedAs ?? user.id, user.name]));
    return locks.map((lock) => ({ lock, owner: names.get(lock.ownerId) ?? '' }));
  }
}
