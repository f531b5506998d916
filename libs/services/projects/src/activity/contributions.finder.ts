import type { UserReference } from '@hearth/contract-kit';
import { ownNamespaceOf } from '../namespaces/owners.store.js';
import type { ProjectScope } from '../projects/projects.finder.js';
import { CONTRIBUTIONS } from './activity.rules.js';

/** Recursive named query of the projects in which the user of `author` (id) has activities: a step in the index for each of them. */
export const TOUCHED = `touched as (
  (select e.project_id as id from activity_events e where e.author_id = (select id from author) order by e.project_id limit 1)
  union all
  select (select e.project_id from activity_events e where e.author_id = (select id from author) and e.project_id > touched.id
    order by e.project_id limit 1) from touched where touched.id is not null)`;

/** Projects that a user has contributed to: by pushes, comments, issues and merge requests, as long as activities are kept. */
export function contributedBy(user: UserReference): ProjectScope {
  return (parameter) => {
    const { sql, value } = ownNamespaceOf(user);
    return `p.id = any (array(
      with recursive author as materialized (
        select home.owner_user_id as id from namespaces home where home.id = (${sql(parameter(value))})),
      ${TOUCHED}
      select touched.id from touched where exists (select from activity_events e
        where e.author_id = (select id from author) and e.project_id = touched.id and e.kind = any (${parameter(CONTRIBUTIONS)}::text[]))))`;
  };
}
