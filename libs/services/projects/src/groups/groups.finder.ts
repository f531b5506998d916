import { Injectable } from '@nestjs/common';
import { VISIBILITIES, type Visibility } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import { Page, matches, readPage, type PageRequest, type Parameter, type Search } from '@hearth/http';
import { hasLevelInNamespace } from '../access/levels.finder.js';
import { VisibleList } from '../access/visible-list.finder.js';
import { ownGroups, ownedGroups, visibleTo } from '../access/visible-rows.finder.js';
import { hasAttributes } from '../custom-attributes/custom-attributes.store.js';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { GROUP_COLUMNS, type GroupRecord } from './groups.store.js';

export type GroupOrder = 'name' | 'path';

/** Filters of a list of groups; undefined, empty or false values do not filter. */
export interface GroupFilters {
  /** Only direct subgroups of this one; 0: only top-level groups. */
  readonly parentId?: number;
  /** Only groups below this one. */
  readonly ancestorId?: number;
  readonly search?: Search;
  /** Ids of groups to leave out. */
  readonly skip: readonly number[];
  /** Includes all groups visible to the caller, not only the caller's own. */
  readonly allAvailable: boolean;
  /** Only groups that the caller owns by a direct membership. */
  readonly owned: boolean;
  readonly visibility?: Visibility;
  /** Only groups in which the caller has at least this level, as a member. */
  readonly minAccessLevel?: number;
  /** Only groups with each of these values; for admins, and without effect for others. */
  readonly customAttributes: Readonly<Record<string, string>>;
  /** Whether sizes are read as well; for admins, and without effect for others. */
  readonly statistics: boolean;
  readonly orderBy: GroupOrder;
  readonly sort: 'asc' | 'desc';
}

/** Lists of groups. One statement for a page, whatever is on it; beyond the end of the list a second one, to count. */
@Injectable()
export class GroupsFinder {
  page(db: Db, caller: ProjectsCaller, filters: GroupFilters, request: PageRequest): Promise<Page<GroupRecord>> {
    const list = listOf(caller, filters);
    if (list.isEmpty) return Promise.resolve(new Page<GroupRecord>([], request, 0));
    return readPage(db, request, list);
  }
}

function listOf(caller: ProjectsCaller, filters: GroupFilters): VisibleList {
  const { owned, allAvailable, visibility, minAccessLevel, orderBy, sort } = filters;
  const ownOnly = owned || minAccessLevel !== undefined;
  return new VisibleList({
    caller,
    // For users, groups without membership are listed only on request (`all_available`).
    visible: visibleTo(
      caller,
      visibility ? [visibility] : VISIBILITIES,
      ownOnly || (caller.id !== null && !caller.admin && !allAvailable),
    ),
    own: owned ? ownedGroups : ownGroups,
    table: 'namespaces',
    row: 'g',
    key: orderBy,
    sort,
    conditions: (parameter) => ({
      narrowing: narrowing(caller, filters, parameter),
      search: filters.search ? [matches(['g.name', 'g.path'], filters.search, parameter)] : [],
      filters: [
        `g.kind = 'group'`,
        ...(filters.skip.length > 0 ? [`g.id <> all (${parameter(filters.skip)}::bigint[])`] : []),
        ...(minAccessLevel === undefined
          ? []
          : [hasLevelInNamespace('g', `${parameter(caller.id)}::bigint`, `${parameter(minAccessLevel)}::int`)]),
      ],
    }),
    record: () => ({
      columns: `${GROUP_COLUMNS}${filters.statistics && caller.admin ? STATISTICS : ''}`,
      sources: 'join routes route on route.namespace_id = g.id',
    }),
  });
}

const STATISTICS = `, (
  select json_build_object('repositorySize', coalesce(sum(inside.repository_size), 0),
    'lfsSize', coalesce(sum(inside.lfs_size), 0), 'artifactsSize', coalesce(sum(inside.artifacts_size), 0))
  from projects inside where inside.namespace_id = g.id) as statistics`;

function narrowing(
  { admin }: ProjectsCaller,
  { parentId, ancestorId, customAttributes }: GroupFilters,
  parameter: Parameter,
): string[] {
  return [
    ...(parentId === undefined ? [] : [`coalesce(g.parent_id, 0) = ${parameter(parentId)}::bigint`]),
    ...(ancestorId === undefined ? [] : [`g.ancestor_ids @> array[${parameter(ancestorId)}::bigint]`]),
    ...(admin ? hasAttributes('group', 'g.id', customAttributes, parameter) : []),
  ];
}
