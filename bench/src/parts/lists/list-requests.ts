import { IDS, type Member } from '../../system/seed-sql.js';

const { few, many, group, project } = IDS;

/** Reference of the lists: one project by its id, of which the member is a member. */
export const READS: Readonly<Record<Member, string>> = { few: '/projects/10203', many: '/projects/10007' };

const PROJECT_LISTS = [
  ...['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'].map((order) => `order_by=${order}`),
  'sort=asc',
  'page=40',
  'order_by=id&pagination=keyset',
  'owned=true',
  'membership=true',
  'membership=true&order_by=name&sort=asc',
  'membership=true&search=service',
  'starred=true',
  ...['private', 'internal', 'public'].map((visibility) => `visibility=${visibility}`),
  'archived=true',
  'with_issues_enabled=true',
  // A twelfth of all projects, a few hundred, one, none, the whole of a name, two words, and all projects.
  ...['service', 'amber-website', 'ruby-tests-1', 'zzz', 'a', 'amber the', 'team'].map(
    (text) => `search=${encodeURIComponent(text)}`,
  ),
];

const GROUP_LISTS = [
  '',
  'owned=true',
  'order_by=path&sort=desc',
  'all_available=true',
  'search=service',
  'search=amber-demo',
];

const USER_LISTS = ['', 'search=amber', 'search=ruby-64@example.com', 'username=root', 'active=true', 'page=40'];

/** Paths below `/api/v4`. */
export const LISTS: readonly string[] = [
  ...PROJECT_LISTS.map((query) => named('/projects', query)),
  ...['', 'order_by=name'].map((query) => named(`/users/${many}/projects`, query)),
  named(`/users/${few}/projects`, 'starred=true'),
  named(`/projects/${project}/users`, ''),
  named(`/projects/${project}/members`, ''),
  named(`/projects/${project}/members/all`, ''),
  ...USER_LISTS.map((query) => named('/users', query)),
  ...GROUP_LISTS.map((query) => named('/groups', query)),
  named(`/groups/${group}/subgroups`, ''),
  ...['', 'order_by=name', 'search=service', 'owned=true', 'starred=true'].map((query) =>
    named(`/groups/${group}/projects`, query),
  ),
  named(`/groups/${group}/members`, ''),
  ...['', 'search=amber'].map((query) => named('/namespaces', query)),
];

function named(path: string, query: string): string {
  return query ? `${path}?${query}` : path;
}
