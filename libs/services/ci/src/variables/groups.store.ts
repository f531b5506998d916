import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';

/** Groups with rows in this service, and tombstones of deleted ones. */
@Injectable()
export class GroupsStore {
  /**
   * Locks a group against deletion until the transaction ends.
   * @param alone excludes other transactions with this lock
   * @returns false for a deleted group
   */
  async hold(tx: Tx, id: number, { alone = false } = {}): Promise<boolean> {
    await tx.prepared('insert into groups (id) values ($1) on conflict do nothing', [id]);
    const text = 'select deleted_at is null as exists from groups where id = $1 for ';
    const [group] = await tx.prepared<{ exists: boolean }>(text + (alone ? 'no key update' : 'share'), [id]);
    return group!.exists;
  }

  /** Marks a group as deleted: from now on nothing is stored for its id. */
  async bury(tx: Tx, id: number): Promise<void> {
    await tx.prepared(
      `insert into groups (id, deleted_at) values ($1, now())
       on conflict (id) do update set deleted_at = coalesce(groups.deleted_at, now())`,
      [id],
    );
  }
}
