import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import { groupIsVisible, levelInNamespace } from '../access/levels.finder.js';
import type { ProjectsCaller } from '../access/projects-caller.js';

/** Use of a path among the namespaces of one parent. */
export interface PathUse {
  readonly isUsed: boolean;
  /** The smallest positive number that makes the path free when it is appended; null where all of `TRIED` are used. */
  readonly freeNumber: number | null;
}

/** Numbers tried for a suggestion. */
const TRIED = 100;

/** In sub-selects, so that each candidate is one look-up in the index of paths and the search ends at the first free one. */
const USE = `
  select (select exists (select from routes used where lower(used.path) = lower(parent.prefix || $1::text) and used.namespace_id is not null)) as "isUsed",
    (select candidate from generate_series(1, ${TRIED}) candidate
      where (select true from routes used where lower(used.path) = lower(parent.prefix || $1::text || candidate::text)) is null
      order by candidate limit 1) as "freeNumber"
  from (
    select '' as prefix where $2::bigint is null
    union all
    select route.path || '/' from namespaces g join routes route on route.namespace_id = g.id
    cross join lateral (
      select case when (select $4::boolean) then 50 else coalesce(${levelInNamespace('g', '$3::bigint')}, 0) end as level offset 0) mine
    where g.id = $2::bigint and g.kind = 'group'
      and ${groupIsVisible('g', 'mine.level', { user: '$3::bigint', external: '$5::boolean' })}) parent`;

/** Finds whether paths of namespaces are used. */
@Injectable()
export class NamespacePathsFinder {
  /**
   * @param path of one segment
   * @param parentId group in which the path is looked up; null: on top
   * @returns undefined where the parent does not exist or is hidden from the caller
   */
  async use(db: Db, path: string, parentId: number | null, caller: ProjectsCaller): Promise<PathUse | undefined> {
    const values = [path, parentId, caller.id, caller.admin, caller.external];
    const [use] = await db.prepared<PathUse & Record<string, unknown>>(USE, values);
    return use;
  }
}
