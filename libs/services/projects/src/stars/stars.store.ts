import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';

/**
 * Locks the project's row first: a star for a project that is being deleted is not stored. Every statement takes the same lock that the update
 * needs: with a weaker lock, or with the star inserted first, concurrent statements would deadlock.
 */
const HELD = 'held as (select id from projects where id = $2 for no key update)';

const ADD = `
  with ${HELD},
    added as (
      insert into project_stars (user_id, project_id) select $1::bigint, id from held
      on conflict do nothing returning project_id)
  update projects set star_count = star_count + 1 where id = (select project_id from added) returning id`;

const TAKE_BACK = `
  with ${HELD},
    taken as (delete from project_stars where user_id = $1 and project_id = (select id from held) returning project_id)
  update projects set star_count = star_count - 1 where id = (select project_id from taken) returning id`;

const HAS = 'select exists (select from project_stars where user_id = $1 and project_id = $2) as has';

/** Stars of users, and their number on each project. */
@Injectable()
export class StarsStore {
  async has(db: Db, userId: UserId, projectId: ProjectId): Promise<boolean> {
    const [row] = await db.prepared<{ has: boolean }>(HAS, [userId, projectId]);
    return row!.has;
  }

  /** @returns false where the user has starred it already, or the project is gone */
  async add(tx: Tx, userId: UserId, projectId: ProjectId): Promise<boolean> {
    return (await tx.prepared(ADD, [userId, projectId])).length > 0;
  }

  /** @returns false where there was no star */
  async takeBack(tx: Tx, userId: UserId, projectId: ProjectId): Promise<boolean> {
    return (await tx.prepared(TAKE_BACK, [userId, projectId])).length > 0;
  }
}
