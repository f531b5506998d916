import { IDS, type Member } from '../system/list-seed.js';

const { few, many, group, project } = IDS;

/** A name, and the path below `/api/v4`; some are each member's own. */
export type Request = readonly [name: string, path: string | Readonly<Record<Member, string>>];

/** What is asked of both sizes as both members, one record each. */
export const READS: readonly Request[] = [
  // What does not depend on how much there is: other than one, it tells how calm the machine was.
  ['nothing', '/version'],
  ['a project', `/projects/${project}`],
  ["a member's own project", { few: '/projects/10203', many: '/projects/10007' }],
  ['a group', `/groups/${group}`],
  ['a user', `/users/${many}`],
  ["a member's own namespace", { few: '/namespaces/2000001', many: '/namespaces/2000002' }],
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

export const LISTS: readonly Request[] = [
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
