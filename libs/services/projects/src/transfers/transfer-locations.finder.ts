import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import {
  matches,
  readPage,
  statement,
  type ListStatements,
  type Page,
  type PageRequest,
  type Parameter,
  type Search,
  type Sql,
} from '@hearth/http';
import { authorisedBy } from '../access/levels.finder.js';
import type { ProjectGroupRecord } from '../groups/project-groups.finder.js';
import { createsProjects, createsSubgroups } from '../namespaces/creation-level.rules.js';

/** Project by its namespace, or group, that is to be transferred. */
export type Transferred =
  { readonly kind: 'project'; readonly namespaceId: number } | { readonly kind: 'group'; readonly id: number };

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
    mover: Mover,
    transferred: Transferred,
    search: Search | undefined,
    request: PageRequest,
  ): Promise<Page<ProjectGroupRecord>> {
    return readPage(db, request, new LocationList(mover, transferred, search));
  }
}

/** Statements of one list. */
class LocationList implements ListStatements {
  constructor(
    private readonly mover: Mover,
    private readonly transferred: Transferred,
    private readonly search: Search | undefined,
  ) {}

  page({ page, perPage }: PageRequest): Sql {
    return statement((parameter) => {
      const { named, rows } = this.rows(parameter);
      return `with ${named}
        select g.id, g.name, g.full_name as "fullName", g.avatar_file as "avatarFile", route.path as "fullPath" ${rows}
        order by route.path, g.id limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
    });
  }

  count(most: number): Sql {
    return statement((parameter) => {
      const { named, rows } = this.rows(parameter);
      return `with ${named} select count(*) from (select ${rows} limit ${parameter(most)}) counted`;
    });
  }

  private rows(parameter: Parameter): { named: string; rows: string } {
    const admin = `${parameter(this.mover.admin)}::boolean`;
    const conditions = [
      ...this.place(parameter, admin),
      ...(this.search ? [matches(['g.name', 'g.path'], this.search, parameter)] : []),
    ];
    return {
      named: `${authorisedBy(`${parameter(this.mover.userId)}::bigint`)}, held as (select id, max(level) as level from mine group by id)`,
      rows: `from namespaces g join held on held.id = g.id join routes route on route.namespace_id = g.id
        where g.kind = 'group' and ${conditions.join(' and ')}`,
    };
  }

  /** Neither the present place nor one inside the group. */
  private place(parameter: Parameter, admin: string): string[] {
    const level = `(case when ${admin} then 50 else held.level end)`;
    if (this.transferred.kind === 'project')
      return [`g.id <> ${parameter(this.transferred.namespaceId)}::bigint`, createsProjects('g', { level, admin })];
    const id = `${parameter(this.transferred.id)}::bigint`;
    return [
      `g.id is distinct from (select moved.parent_id from namespaces moved where moved.id = ${id})`,
      `${id} <> all (g.ancestor_ids || g.id)`,
      createsSubgroups('g', level),
    ];
  }
}
