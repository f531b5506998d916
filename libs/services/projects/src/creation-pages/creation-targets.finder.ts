import { Injectable } from '@nestjs/common';
import type { Db, Row } from '@hearth/data';
import { authorisedBy, levelInNamespace } from '../access/levels.finder.js';
import { createsProjects, createsSubgroups } from '../namespaces/creation-level.rules.js';
import type { NamespaceCaller } from '../namespaces/namespaces.finder.js';

/** Namespace in which the caller may create. */
export interface CreationTarget {
  readonly id: number;
  readonly fullPath: string;
}

/** Longest list of them; one that is asked for is found beyond it. */
const MOST_TARGETS = 200;

/** The caller's own namespace first, then groups of their memberships, inherited ones included. */
function targets(condition: string): string {
  return `
    with ${authorisedBy('$1::bigint')}
    select n.id, route.path as "fullPath"
    from namespaces n join routes route on route.namespace_id = n.id
    cross join lateral (
      select case when $2::boolean then 50 else coalesce(${levelInNamespace('n', '$1::bigint')}, 0) end as level offset 0) held
    where n.id = any (array(select mine.id from mine union all select $3::bigint)) and ${condition}
    order by n.id is distinct from $3::bigint, n.kind = 'group', route.path limit ${MOST_TARGETS}`;
}

const LEVEL = { level: 'held.level', admin: '$2::boolean' };
const OF_PROJECTS = targets(createsProjects('n', LEVEL));
const OF_SUBGROUPS = targets(`n.kind = 'group' and ${createsSubgroups('n', LEVEL.level)}`);

/** Namespaces in which callers create projects and groups. */
@Injectable()
export class CreationTargetsFinder {
  /** @param asked id of a namespace that is found as well if the caller may create in it; null: none */
  find(
    db: Db,
    what: 'projects' | 'subgroups',
    { userId, admin }: NamespaceCaller,
    asked: number | null,
  ): Promise<CreationTarget[]> {
    const text = what === 'projects' ? OF_PROJECTS : OF_SUBGROUPS;
    return db.prepared<CreationTarget & Row>(text, [userId, admin, asked]);
  }
}
