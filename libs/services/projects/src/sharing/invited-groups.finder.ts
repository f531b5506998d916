import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import { matches, type Page, type PageRequest, type Parameter, type Search } from '@hearth/http';
import { authorisedBy, hasLevelInNamespace, isActive } from '../access/levels.finder.js';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { VisibleRows, ownGroups, visibleTo } from '../access/visible-rows.finder.js';
import type { ProjectGroupRecord } from '../groups/project-groups.finder.js';
import { readPublicGroups } from '../groups/public-groups.finder.js';

export interface InvitedGroupFilters {
  readonly search: Search | undefined;
  /** Only groups in which the caller has at least this level, as a member. */
  readonly minAccessLevel: number | undefined;
}

/** Lists of groups by the shares of a project, newest first. */
@Injectable()
export class InvitedGroupsFinder {
  /** Groups that the project is shared with and that are visible to the caller. */
  invited(
    db: Db,
    caller: ProjectsCaller,
    projectId: ProjectId,
    { search, minAccessLevel }: InvitedGroupFilters,
    request: PageRequest,
  ): Promise<Page<ProjectGroupRecord>> {
    return readPublicGroups(db, request, 'g.id desc', (parameter) => {
      const rows = new VisibleRows(caller, visibleTo(caller), ownGroups, parameter);
      return {
        named: rows.named,
        conditions: [
          `g.id = any (array(${linked(`${parameter(projectId)}::bigint`)}))`,
          rows.areVisible('g.visibility'),
          ...found(search, parameter),
          ...(minAccessLevel === undefined
            ? []
            : [hasLevelInNamespace('g', `${parameter(caller.id)}::bigint`, `${parameter(minAccessLevel)}::int`)]),
        ],
      };
    });
  }

  /**
   * Groups that the caller could share the project with: those of their memberships, inherited ones included, and for admins all; without
   * those that it is shared with or in. None where a group around the project disables sharing.
   */
  locations(
    db: Db,
    { id, admin }: ProjectsCaller,
    projectId: ProjectId,
    search: Search | undefined,
    request: PageRequest,
  ): Promise<Page<ProjectGroupRecord>> {
    return readPublicGroups(db, request, 'g.id desc', (parameter) => {
      const project = `${parameter(projectId)}::bigint`;
      return {
        named: [
          ...(admin ? [] : [authorisedBy(`${parameter(id)}::bigint`)]),
          `around as (select unnest(home.ancestor_ids || home.id) as id from projects p join namespaces home on home.id = p.namespace_id
            where p.id = ${project})`,
        ],
        conditions: [
          ...(admin ? [] : ['g.id = any (array(select id from mine))']),
          `g.id <> all (array(select id from around union all ${linked(project)}))`,
          `not exists (select from namespaces locked where locked.id = any (array(select id from around)) and locked.share_with_group_lock)`,
          ...found(search, parameter),
        ],
      };
    });
  }
}

/** SQL of the ids of the groups that a project is shared with. */
function linked(project: string): string {
  return `select link.group_id from project_group_links link where link.project_id = ${project} and ${isActive('link')}`;
}

function found(search: Search | undefined, parameter: Parameter): string[] {
  return search ? [matches(['g.name', 'g.path'], search, parameter)] : [];
}
