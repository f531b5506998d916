import { Injectable } from '@nestjs/common';
import type { Db, Row } from '@hearth/data';
import {
  countStatement,
  readPage,
  statement,
  type ListStatements,
  type Page,
  type PageRequest,
  type Sql,
} from '@hearth/http';
import { isActive } from '../access/levels.finder.js';
import type { MemberSourceKind } from '../members/membership.rules.js';

/** Direct membership of a user in a project or group. */
export interface UserMembership {
  readonly kind: MemberSourceKind;
  readonly id: number;
  readonly name: string;
  readonly level: number;
}

/** Memberships of a kind, in the order of an index on the user. */
const SOURCES = {
  group: `select 'group' as kind, m.namespace_id as id, m.level from namespace_members m where m.user_id = $1 and ${isActive('m')}`,
  project: `select 'project' as kind, m.project_id as id, m.level from project_members m where m.user_id = $1 and ${isActive('m')}`,
};
const KINDS = ['group', 'project'] as const satisfies readonly MemberSourceKind[];

/** Statements of the memberships of a user: of groups, then of projects, by their ids. */
class UserMembershipsStatement implements ListStatements {
  constructor(
    private readonly userId: number,
    private readonly kinds: readonly MemberSourceKind[],
  ) {}

  page({ page, perPage }: PageRequest): Sql {
    return statement((parameter) => {
      const found = this.found(parameter(this.userId));
      return `select held.kind, held.id, held.level, coalesce(n.name, p.name) as name
        from (${found} order by kind, id limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}) held
        left join namespaces n on held.kind = 'group' and n.id = held.id
        left join projects p on held.kind = 'project' and p.id = held.id
        order by held.kind, held.id`;
    });
  }

  count(most: number): Sql {
    return countStatement((parameter) => `from (${this.found(parameter(this.userId))}) held`, most);
  }

  private found(user: string): string {
    return this.kinds.map((kind) => SOURCES[kind].replace('$1', user)).join(' union all ');
  }
}

/** All SQL about the memberships of one user. */
@Injectable()
export class UserMembershipsStore {
  /** @param kind undefined: memberships of both kinds */
  page(
    db: Db,
    userId: number,
    kind: MemberSourceKind | undefined,
    request: PageRequest,
  ): Promise<Page<UserMembership>> {
    const kinds = kind === undefined ? KINDS : [kind];
    return readPage<UserMembership & Row>(db, request, new UserMembershipsStatement(userId, kinds));
  }
}
