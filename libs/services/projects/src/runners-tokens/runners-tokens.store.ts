import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';

/** The first token stays, however many requests generate one at the same time. */
const KEEP = `
  update projects set
    runners_token_lookup = case when runners_token is null then $3 else runners_token_lookup end,
    runners_token = coalesce(runners_token, $2)
  where id = $1
  returning runners_token as sealed`;

/** Registration tokens of projects' runners, encrypted. */
@Injectable()
export class RunnersTokensStore {
  /** Finds the project with a token. @param lookups keyed hashes under which it may be stored */
  async find(db: Db, lookups: readonly string[]): Promise<ProjectId | undefined> {
    const text = 'select id from projects where runners_token_lookup = any ($1::text[])';
    const [project] = await db.prepared<{ id: ProjectId }>(text, [lookups]);
    return project?.id;
  }

  /**
   * Stores a token for a project without one.
   * @param lookup keyed hash for finding the token
   * @returns the project's token, this one or the one before; undefined when the project is gone
   */
  async keep(tx: Tx, id: ProjectId, sealed: string, lookup: string): Promise<string | undefined> {
    const [kept] = await tx.prepared<{ sealed: string }>(KEEP, [id, sealed, lookup]);
    return kept?.sealed;
  }
}
