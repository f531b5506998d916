/**
 * SQL of levels: the level of each user in a project or a namespace, and the rows visible with it. All queries about levels, of one row or a
 * list, are made of these. `user` is always SQL of a user's id, null for anonymous requests.
 */

/** SQL condition: the membership, share or other row `row` has not expired (`expires_at`, UTC day). */
export function isActive(row: string): string {
  return `(${row}.expires_at is null or ${row}.expires_at > (now() at time zone 'utc')::date)`;
}

/**
 * SQL expression: the user's level in a namespace, by membership of it or an ancestor, or as its owner; null without one.
 * @param namespace alias of the namespaces row
 */
export function levelInNamespace(namespace: string, user: string): string {
  return `greatest(
    case when ${namespace}.owner_user_id = ${user} then 50 end,
    (select max(held.level) from namespace_members held
      where held.user_id = ${user} and held.namespace_id = any (${namespace}.ancestor_ids || ${namespace}.id)
        and ${isActive('held')}))`;
}

/** SQL condition: the user has at least this level in a namespace; parameters as of `levelInNamespace`. @param least SQL of the level */
export function hasLevelInNamespace(namespace: string, user: string, least: string): string {
  return `coalesce(${levelInNamespace(namespace, user)}, 0) >= ${least}`;
}

/** SQL expression: the user's level by membership of the project itself; null without one. */
function directLevel(project: string, user: string): string {
  return `(select direct.level from project_members direct
    where direct.project_id = ${project}.id and direct.user_id = ${user} and ${isActive('direct')})`;
}

/** SQL expression: the user's highest level by the groups that the project is shared with, each capped by its link; null without one. */
function sharedLevel(project: string, user: string): string {
  return `(select max(least(link.level, held.level)) from project_group_links link
    join namespaces invited on invited.id = link.group_id
    join namespace_members held on held.namespace_id = any (invited.ancestor_ids || invited.id)
      and held.user_id = ${user} and ${isActive('held')}
    where link.project_id = ${project}.id and ${isActive('link')})`;
}

/**
 * SQL conditions for access to a project, and the level of the caller in it. The parameters are read through sub-selects. Otherwise PostgreSQL
 * would plan anew for each caller: a plan for a known admin looks cheaper than the generic one, but planning takes ten times as long as the
 * query.
 * @param project alias of the projects row
 * @param namespace alias of its namespaces row
 * @param caller SQL of the caller's id (null: anonymous), and of whether it is an admin and external
 */
export function accessTo(
  project: string,
  namespace: string,
  { user, admin, external }: { user: string; admin: string; external: string },
): { level: string; isVisible: (level: string) => string } {
  return {
    level: `case when (select ${admin}) then 50
      else coalesce(greatest(${directLevel(project, user)}, ${levelInNamespace(namespace, user)}, ${sharedLevel(project, user)}), 0) end`,
    isVisible: (level) => `(${level} > 0 or ${isOpen(project, { user, external })})`,
  };
}

/**
 * SQL condition: the group is visible to the caller, by its visibility, their level in it, or a project of the group or its subgroups that is
 * visible to them. A project that is only shared with the group does not count: otherwise sharing a public project with a private group would
 * publish that group and its members.
 * @param group alias of the namespaces row
 * @param level SQL of the caller's level in it, 0 without one
 */
export function groupIsVisible(group: string, level: string, caller: { user: string; external: string }): string {
  return `(${level} > 0 or ${isOpen(group, caller)}
    or exists (select from projects inside where inside.namespace_id = ${group}.id and ${isOpen('inside', caller)})
    or exists (select from projects inside where ${isOpen('inside', caller)} and inside.namespace_id = any (array(
      select below.id from namespaces below where below.ancestor_ids @> array[${group}.id])))
    or ((select ${caller.user}) is not null and ${group}.id = any (array(
      with ${authorisedBy(caller.user)}, ${knownGroups(caller.user)}
      select id from known))))`;
}

/** SQL condition: a project or group is open to callers of this kind, member or not. */
function isOpen(row: string, { user, external }: { user: string; external: string }): string {
  return `(${row}.visibility = 'public'
      or (${row}.visibility = 'internal' and (select ${user}) is not null and not (select ${external})))`;
}

/**
 * SQL of two named queries: `mine` (id, level), the namespaces in which the user has a level, inherited ones included; `reached` (id), the
 * projects in which the user has one beyond those: as a member of the project itself, or by a group that it is shared with. The user has a
 * level in a project exactly where its namespace is in `mine` or the project in `reached`.
 */
export function authorisedBy(user: string): string {
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
    )`;
}

/**
 * SQL of a named query beside `mine`: `held` (id, level), the levels of the user in projects, one row for each way to a project. Projects and
 * links are found by arrays before they are joined: PostgreSQL expects thousands of rows in `mine`, and would read all projects for a join.
 */
export function projectLevels(user: string): string {
  const ids = 'array(select id from mine)';
  return `
    held as (
      select inside.id, mine.level
        from (select p.id, p.namespace_id from projects p where p.namespace_id = any (${ids}) offset 0) inside
        join mine on mine.id = inside.namespace_id
      union all
      select direct.project_id, direct.level from project_members direct where direct.user_id = ${user} and ${isActive('direct')}
      union all
      select link.project_id, least(link.level, mine.level)
        from (select * from project_group_links link where link.group_id = any (${ids}) and ${isActive('link')} offset 0) link
        join mine on mine.id = link.group_id
    )`;
}

/** SQL of a named query beside `mine`: `as_reporter` (id), the projects in which the user is a reporter or more beyond the level in their namespaces. */
export function reporterProjects(user: string): string {
  return `
    as_reporter as (
      select direct.project_id as id from project_members direct
        where direct.user_id = ${user} and direct.level >= 20 and ${isActive('direct')}
      union all
      select link.project_id from project_group_links link
        where link.level >= 20 and link.group_id = any (array(select id from mine where level >= 20)) and ${isActive('link')}
    )`;
}

/**
 * SQL of a third named query: `known` (id), the groups listed for the user without `all_available`: groups of their own memberships with
 * ancestors and subgroups, and the ancestors of their projects. Ids may come more than once.
 */
export function knownGroups(user: string): string {
  return `
    known as (
      select id from mine
      union all
      select unnest(held_in.ancestor_ids) from namespaces held_in where held_in.id = any (array(
        select held.namespace_id from namespace_members held where held.user_id = ${user} and ${isActive('held')}))
      union all
      select unnest(around.ancestor_ids || around.id) from namespaces around where around.id = any (array(
        select inside.namespace_id from projects inside where inside.id = any (array(select id from reached))))
    )`;
}
