import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import { matches, type Page, type PageRequest, type Parameter, type Search } from '@hearth/http';
import { authorisedBy } from '../access/levels.finder.js';
import type { ProjectGroupRecord } from '../groups/project-groups.finder.js';
import { readPublicGroups } from '../groups/public-groups.finder.js';
import { createsProjects, createsSubgroups } from '../namespaces/creation-level.rules.js';

/** Project by its namespace, or group, that is to be transferred. */
export type Transferred =
  | { readonly kind: 'project'; readonly namespaceId: number }
  | { readonly kind: 'group'; readonly id: number };

/** User who transfers. */
interface Mover {
  readonly userId: number;
  readonly admin: boolean;
}

/** Lists of the groups into which a user may transfer a project or a group: of their memberships, inherited ones included, by path. */
@Injectable()
export class TransferLocationsFinder {
  page(
    db: Db,
    { userId, admin }: Mover,
    transferred: Transferred,
    search: Search | undefined,
    request: PageRequest,
  ): Promise<Page<ProjectGroupRecord>> {
    return readPublicGroups(db, request, 'route.path, g.id', (parameter) => ({
      named: [
        authorisedBy(`${parameter(userId)}::bigint`),
        'held as (select id, max(level) as level from mine group by id)',
      ],
      joins: 'join held on held.id = g.id',
      conditions: [
        ...isElsewhere(transferred, `${parameter(admin)}::boolean`, parameter),
        ...(search ? [matches(['g.name', 'g.path'], search, parameter)] : []),
      ],
    }));
  }
}

/** Conditions: the group takes what is transferred, and is neither its present place nor inside it. @param admin SQL */
function isElsewhere(transferred: Transferred, admin: string, parameter: Parameter): string[] {
  const level = `(case when ${admin} then 50 else held.level end)`;
  if (transferred.kind === 'project')
    return [`g.id <> ${parameter(transferred.namespaceId)}::bigint`, createsProjects('g', { level, admin })];
  const id = `${parameter(transferred.id)}::bigint`;
  return [
    `g.id is distinct from (select moved.parent_id from namespaces moved where moved.id = ${id})`,
    `${id} <> all (g.ancestor_ids || g.id)`,
    createsSubgroups('g', level),
  ];
}
