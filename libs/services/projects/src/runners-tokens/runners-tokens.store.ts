import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';

/** The first one stays, however many make one at the same time. */
const KEEP = `
  update projects set
    runners_token_lookup = case when runners_token is null then $3 else runners_token_lookup end,
    runners_token = coalesce(runners_token, $2)
  where id = $1
  returning runners_token as sealed`;

/** The tokens by which runners of projects are registered, encrypted. */
@Injectable()
export class RunnersTokensStore {
  /** The project that has a token. @param lookups under which it may be stored */
  async find(db: Db, lookups: readonly string[]): Promise<ProjectId | undefined> {
    const text = 'select id from projects where runners_token_lookup = any ($1::text[])';
    const [project] = await db.prepared<{ id: ProjectId }>(text, [lookups]);
    return project?.id;
  }

  /**
   * Keeps a token for a project that has none.
   * @param lookup keyed hash by which the token is found
   * @returns the project's token, this one or the one before; nothing when the project is gone
   */
  async keep(tx: Tx, id: ProjectId, sealed: string, lookup: string): Promise<string | undefined> {
    const [kept] = await tx.prepared<{ sealed: string }>(KEEP, [id, sealed, lookup]);
    return kept?.sealed;
  }
}
