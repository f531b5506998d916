import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';

/** The groups that have something here, and tombstones of deleted ones. */
@Injectable()
export class GroupsStore {
  /**
   * Keeps a group from being deleted until the transaction ends.
   * @returns false for a deleted one
   */
  async hold(tx: Tx, id: number): Promise<boolean> {
    await tx.prepared('insert into groups (id) values ($1) on conflict do nothing', [id]);
    const text = 'select deleted_at is null as exists from groups where id = $1 for share';
    const [group] = await tx.prepared<{ exists: boolean }>(text, [id]);
    return group!.exists;
  }

  /** Marks a group as deleted: from here on nothing is stored for its id. */
  async bury(tx: Tx, id: number): Promise<void> {
    await tx.prepared(
      `insert into groups (id, deleted_at) values ($1, now())
       on conflict (id) do update set deleted_at = coalesce(groups.deleted_at, now())`,
      [id],
    );
  }
}
