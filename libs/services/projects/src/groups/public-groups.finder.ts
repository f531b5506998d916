import type { Db } from '@hearth/data';
import {
  readPage,
  statement,
  type ListStatements,
  type Page,
  type PageRequest,
  type Parameter,
  type Sql,
} from '@hearth/http';
import { withNamed } from '../access/visible-rows.finder.js';
import type { ProjectGroupRecord } from './project-groups.finder.js';

/** Groups `g` of a list, with their `route`, as SQL. */
export interface ListedGroups {
  readonly named?: readonly string[];
  readonly joins?: string;
  readonly conditions: readonly string[];
}

/** SQL of the order of a list of groups. */
type GroupListOrder = 'route.path, g.id' | 'g.id desc';

/** Reads one page of groups as public records: one statement, and a second one to count them. */
export function readPublicGroups(
  db: Db,
  request: PageRequest,
  order: GroupListOrder,
  listed: (parameter: Parameter) => ListedGroups,
): Promise<Page<ProjectGroupRecord>> {
  return readPage(db, request, new PublicGroupList(order, listed));
}

class PublicGroupList implements ListStatements {
  constructor(
    private readonly order: GroupListOrder,
    private readonly listed: (parameter: Parameter) => ListedGroups,
  ) {}

  page({ page, perPage }: PageRequest): Sql {
    return statement((parameter) => {
      const { named, rows } = this.rows(parameter);
      return `${named}
        select g.id, g.name, g.full_name as "fullName", g.avatar_file as "avatarFile", route.path as "fullPath" ${rows}
        order by ${this.order} limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
    });
  }

  count(most: number): Sql {
    return statement((parameter) => {
      const { named, rows } = this.rows(parameter);
      return `${named} select count(*) from (select ${rows} limit ${parameter(most)}) counted`;
    });
  }

  private rows(parameter: Parameter): { named: string; rows: string } {
    const { named = [], joins = '', conditions } = this.listed(parameter);
    return {
      named: withNamed(named),
      rows: `from namespaces g join routes route on route.namespace_id = g.id ${joins}
        where ${[`g.kind = 'group'`, ...conditions].join(' and ')}`,
    };
  }
}
