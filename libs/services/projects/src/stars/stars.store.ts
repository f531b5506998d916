import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';

/**
 * The project's row is held first: a star for a project that goes away at the same time is no star. Held by everybody, and as the update
 * needs it: whoever holds less, or a star first, makes others wait that they wait for themselves.
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

/** Who likes which project, and how many do. */
@Injectable()
export class StarsStore {
  /** @returns false where the user has starred it already, or the project is gone */
  async add(tx: Tx, userId: UserId, projectId: ProjectId): Promise<boolean> {
    return (await tx.prepared(ADD, [userId, projectId])).length > 0;
  }

  /** @returns false where there was no star */
  async takeBack(tx: Tx, userId: UserId, projectId: ProjectId): Promise<boolean> {
    return (await tx.prepared(TAKE_BACK, [userId, projectId])).length > 0;
  }
}
