import { Injectable } from '@nestjs/common';
import type { AccessLevel, ProjectId, UserId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { ProjectMemberEntity } from './project-member.entity.js';

/** SQL condition: the membership row counts today. An expired row gives nothing, and gives way to a new one. */
export function isActive(member: string): string {
  return `(${member}.expires_at is null or ${member}.expires_at > (now() at time zone 'utc')::date)`;
}

/**
 * SQL expression: the user's level in a namespace, by membership of it or an ancestor, or as its owner; null without one.
 * @param namespace alias of the namespaces row
 * @param user SQL of the user's id; null for nobody
 */
export function levelInNamespace(namespace: string, user: string): string {
  return `greatest(
    case when ${namespace}.owner_user_id = ${user} then 50 end,
    (select max(held.level) from namespace_members held
      where held.user_id = ${user} and held.namespace_id = any (${namespace}.ancestor_ids || ${namespace}.id)
        and ${isActive('held')}))`;
}

/** SQL expression: the user's level by membership of the project itself; null without one. */
export function directLevel(project: string, user: string): string {
  return `(select direct.level from project_members direct
    where direct.project_id = ${project}.id and direct.user_id = ${user} and ${isActive('direct')})`;
}

/**
 * SQL expression: the user's highest level by the groups that the project is shared with, each capped by its link; null without one.
 */
export function sharedLevel(project: string, user: string): string {
  return `(select max(least(link.level, held.level)) from project_group_links link
    join namespaces invited on invited.id = link.group_id
    join namespace_members held on held.namespace_id = any (invited.ancestor_ids || invited.id)
      and held.user_id = ${user} and ${isActive('held')}
    where link.project_id = ${project}.id and ${isActive('link')})`;
}

/**
 * SQL of who may see a project, and with what level. The parameters are read through sub-selects, because PostgreSQL would otherwise
 * plan anew for each viewer: a plan for an admin whom it sees looks cheaper than the one for anybody, but planning takes ten times as long
 * as the answer.
 * @param project alias of the projects row
 * @param namespace alias of its namespaces row
 * @param viewer SQL of the viewer's id (null: anonymous), and of whether it is an admin and external
 */
export function accessTo(
  project: string,
  namespace: string,
  { user, admin, external }: { user: string; admin: string; external: string },
): { level: string; isVisible: (level: string) => string } {
  return {
    level: `case when (select ${admin}) then 50
      else coalesce(greatest(${directLevel(project, user)}, ${levelInNamespace(namespace, user)}, ${sharedLevel(project, user)}), 0) end`,
    isVisible: (level) => `(${level} > 0 or ${project}.visibility = 'public'
      or (${project}.visibility = 'internal' and (select ${user}) is not null and not (select ${external})))`,
  };
}

/**
 * SQL of three named queries, to begin a statement with: `mine` (id, level) are the namespaces in which the user has a level, inherited
 * ones included; `reached` (id) the projects that the user is a member of themselves or by a group that they are shared with;
 * `authorised` (id) all projects in which the user has a level. What is not read costs nothing.
 */
export function namespacesAndProjectsOf(user: string): string {
  return `
    mine as (
      select owned.id, 50 as level from namespaces owned where owned.owner_user_id = ${user}
      union all
      select held.namespace_id, held.level from namespace_members held
        where held.user_id = ${user} and ${isActive('held')}
      union all
      select below.id, held.level from namespace_members held
        join namespaces below on below.ancestor_ids @> array[held.namespace_id]
        where held.user_id = ${user} and ${isActive('held')}
    ),
    reached as (
      select direct.project_id as id from project_members direct where direct.user_id = ${user} and ${isActive('direct')}
      union all
      select link.project_id from project_group_links link
        where link.group_id = any (array(select id from mine)) and ${isActive('link')}
    ),
    authorised as (
      select inside.id from projects inside where inside.namespace_id = any (array(select id from mine))
      union
      select id from reached
    )`;
}

/**
 * SQL condition, to be read behind those: the user has a level in a project. For a few projects that are known, whatever the user has:
 * no `exists`, of which PostgreSQL would look up everything that the user has beforehand.
 * @param project alias of a row with the `id` and the `namespace_id` of a project
 */
export function isAuthorised(project: string, user: string): string {
  return `(${project}.namespace_id in (select id from mine)
    or (select true from project_members direct
      where direct.project_id = ${project}.id and direct.user_id = ${user} and ${isActive('direct')})
    or (select true from project_group_links link
      where link.project_id = ${project}.id and ${isActive('link')} and (link.group_id in (select id from mine)) is true limit 1))`;
}

/** SQL of the namespaces around the projects that the user has reached without a level in their namespaces. */
const AROUND_REACHED = `select inside.namespace_id from projects inside where inside.id = any (array(select id from reached))`;

/**
 * SQL of a fourth named query, after those: `known` (id), each perhaps more than once, are the groups that the user sees without being
 * shown everything open: groups of their own memberships with what is above and below, and those around their projects. The projects of
 * groups that are theirs are not looked at: what is around those is known already.
 * @param around SQL of the namespaces around projects of the user
 */
export function knownGroupsOf(user: string, around = AROUND_REACHED): string {
  return `
    known as (
      select id from mine
      union all
      select unnest(above.ancestor_ids) from namespaces above where above.id = any (array(
        select held.namespace_id from namespace_members held where held.user_id = ${user} and ${isActive('held')}))
      union all
      select unnest(around.ancestor_ids || around.id) from namespaces around where around.id = any (array(${around}))
    )`;
}

/** Where there is no more of groups, of groups at and below them, and of projects in those, each of the projects is looked at. */
const LITTLE = { asked: 100, below: 500, projects: 2000 };

/**
 * As `knownGroupsOf`, of some groups only: where there is little at and below them, all projects there are asked whether the user has
 * reached them, instead of all that the user has reached where they are.
 * @param groups SQL of a query of their ids
 */
export function knownGroupsAmong(groups: string, user: string): string {
  const isLittle = '(select little.is_all from little)';
  const around = `
    select inside.namespace_id from inside where ${isLittle} and (inside.id in (select id from reached)) is true
    union all (${AROUND_REACHED} and not ${isLittle})`;
  const asked = 'array(select id from asked)';
  return `
    asked as materialized (select id from (${groups}) each limit ${LITTLE.asked + 1}),
    below as materialized (select under.id from namespaces under where (select count(*) from asked) <= ${LITTLE.asked}
      and (under.id = any (${asked}) or under.ancestor_ids && ${asked}) limit ${LITTLE.below + 1}),
    inside as materialized (select held.id, held.namespace_id from projects held
      where held.namespace_id = any (array(select id from below)) limit ${LITTLE.projects + 1}),
    little as (select (select count(*) from asked) <= ${LITTLE.asked} and (select count(*) from below) <= ${LITTLE.below}
      and (select count(*) from inside) <= ${LITTLE.projects} as is_all),
    ${knownGroupsOf(user, around)}`;
}

/**
 * SQL condition: somebody sees the group, by its visibility, their level in it, or something open or their own inside of it.
 * @param group alias of the namespaces row
 * @param level SQL of the viewer's level in it, 0 without one
 */
export function groupIsVisible(
  group: string,
  level: string,
  { user, external }: { user: string; external: string },
): string {
  const isOpen = (project: string) => `(${project}.visibility = 'public'
    or (${project}.visibility = 'internal' and (select ${user}) is not null and not (select ${external})))`;
  return `(${level} > 0 or ${isOpen(group)}
    or exists (select from projects inside where inside.namespace_id = ${group}.id and ${isOpen('inside')})
    or exists (select from project_group_links link join projects shared on shared.id = link.project_id
      where link.group_id = ${group}.id and ${isActive('link')} and ${isOpen('shared')})
    or ((select ${user}) is not null and ${group}.id = any (array(
      with ${namespacesAndProjectsOf(user)}, ${knownGroupsOf(user)}
      select id from known
      union all
      select link.group_id from project_group_links link
        where link.project_id = any (array(select id from authorised)) and ${isActive('link')}))))`;
}

/** Members of projects. */
@Injectable()
export class MembersStore {
  async addToProject(tx: Tx, projectId: ProjectId, userId: UserId, level: AccessLevel): Promise<void> {
    await tx.repository(ProjectMemberEntity).insert({ projectId, userId, level });
  }
}
