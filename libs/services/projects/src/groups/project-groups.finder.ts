import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import {
  countStatement,
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
import { isActive } from '../access/levels.finder.js';
import type { GroupRecord } from './groups.store.js';

/** Group as the list of a project's groups returns it. */
export type ProjectGroupRecord = Pick<GroupRecord, 'id' | 'name' | 'fullName' | 'fullPath' | 'avatarFile'>;

export interface ProjectGroupFilters {
  readonly search?: Search;
  /** Ids of groups to leave out. */
  readonly skip: readonly number[];
  /** Includes the groups that the project is shared with at this level or a higher one; undefined: none of them. */
  readonly sharedFrom: number | undefined;
}

/** Lists of the groups of one project, newest first. One statement for a page; beyond the end of the list a second one, to count. */
@Injectable()
export class ProjectGroupsFinder {
  page(
    db: Db,
    projectId: ProjectId,
    filters: ProjectGroupFilters,
    request: PageRequest,
  ): Promise<Page<ProjectGroupRecord>> {
    return readPage(db, request, new ProjectGroupList(projectId, filters));
  }
}

/** Statements of one list. */
class ProjectGroupList implements ListStatements {
  constructor(
    private readonly projectId: ProjectId,
    private readonly filters: ProjectGroupFilters,
  ) {}

  page({ page, perPage, keyset }: PageRequest): Sql {
    return statement((parameter) => {
      const isAfter = keyset?.after == null ? [] : [`g.id < ${parameter(keyset.after)}`];
      return `
        select g.id, g.name, g.full_name as "fullName", g.avatar_file as "avatarFile", route.path as "fullPath"
        from namespaces g join routes route on route.namespace_id = g.id
        where ${[...this.conditions(parameter), ...isAfter].join(' and ')}
        order by g.id desc limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
    });
  }

  count(most: number): Sql {
    return countStatement((parameter) => `from namespaces g where ${this.conditions(parameter).join(' and ')}`, most);
  }

  private conditions(parameter: Parameter): string[] {
    const { search, skip } = this.filters;
    return [
      `g.id = any (array(${this.ids(parameter)}))`,
      `g.kind = 'group'`,
      ...(search ? [matches(['g.name', 'g.path'], search, parameter)] : []),
      ...(skip.length > 0 ? [`g.id <> all (${parameter(skip)}::bigint[])`] : []),
    ];
  }

  /** SQL of the ids, those of the project's namespace (which may be a user's) and its ancestors first. */
  private ids(parameter: Parameter): string {
    const { sharedFrom } = this.filters;
    const project = `${parameter(this.projectId)}::bigint`;
    const around = `select unnest(home.ancestor_ids || home.id) from projects p join namespaces home on home.id = p.namespace_id
      where p.id = ${project}`;
    if (sharedFrom === undefined) return around;
    return `${around} union all
      select link.group_id from project_group_links link
      where link.project_id = ${project} and link.level >= ${parameter(sharedFrom)}::int and ${isActive('link')}`;
  }
}
