import { IDS } from '../system/list-seed.js';

const { few, many, group, project } = IDS;

/** What is asked of both sizes as both members: a name, and the path below `/api/v4`. */
export const READS: readonly (readonly [name: string, path: string])[] = [
  // What does not depend on how much there is: other than one, it tells how calm the machine was.
  ['nothing', '/version'],
  ['a project', `/projects/${project}`],
  ["a member's project", `/projects/10203`],
  ['a group', `/groups/${group}`],
  ['a user', `/users/${many}`],
  ['a namespace', `/namespaces/${group}`],
];

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
  ...['service', 'amber-website', 'ruby-tests-1', 'zzz', 'a', 'amber the'].map(
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

export const LISTS: readonly (readonly [name: string, path: string])[] = [
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

function named(path: string, query: string): [string, string] {
  const whole = query ? `${path}?${query}` : path;
  return [whole, whole];
}
