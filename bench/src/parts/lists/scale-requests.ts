import { IDS } from '../../system/seed-sql.js';

/** Callers of the lists: without a token, a member of three thousand projects, and an admin. */
export const CALLERS = ['anonymous', 'member', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];

/** A list and its callers, who are those to whom it is not refused: the benchmark ends at the first answer other than 200. */
export interface ListRequest {
  /** Below `/api/v4`. */
  readonly path: string;
  readonly callers: readonly Caller[];
}

const { project, group, many } = IDS;
/** Has ten thousand notes. */
const BUSY_IID = 1;
const USERS: readonly Caller[] = ['member', 'admin'];

const PLANNED = [
  ...['', 'state=opened', 'state=closed&order_by=updated_at', 'sort=asc', `author_id=${many}`, `assignee_id=${many}`],
  ...['created_after=2026-01-01', 'search=falcon', 'search=falcon%20gateway'],
];
const OF_ISSUES = ['milestone=Release%203', 'labels=alpha-2', 'order_by=due_date', 'not[author_id]=107'];
const ORDERS = ['title', 'popularity', 'milestone_due', 'label_priority', 'priority'].flatMap((order) => [
  `order_by=${order}`,
  `order_by=${order}&sort=asc`,
]);
const OF_MERGE_REQUESTS = ['state=merged', 'source_branch=branch-10', 'target_branch=main', `reviewer_id=${many}`];

/** Every kind of list whose length grows with an instance. */
export const SCALE_LISTS: readonly ListRequest[] = [
  ...of(USERS, '/projects', ['membership=true', 'min_access_level=30']),
  ...of(CALLERS, '/projects', ['', 'order_by=name&sort=asc', 'order_by=last_activity_at', 'search=falcon']),
  ...of(CALLERS, '/groups', ['', 'search=falcon']),
  ...of(CALLERS, `/groups/${group}/projects`, ['', 'include_subgroups=true']),
  ...of(USERS, '/users', ['', 'search=falcon']),
  ...of(USERS, `/projects/${project}/issues`, [...PLANNED, ...OF_ISSUES, ...ORDERS]),
  ...of(USERS, `/groups/${group}/issues`, [...PLANNED, ...ORDERS]),
  ...of(USERS, '/issues', ['', ...[...PLANNED, ...OF_ISSUES, ...ORDERS].map(everywhere), 'scope=assigned_to_me']),
  ...of(USERS, `/projects/${project}/merge_requests`, [...PLANNED, ...OF_MERGE_REQUESTS]),
  ...of(USERS, `/groups/${group}/merge_requests`, PLANNED),
  ...of(USERS, '/merge_requests', ['', ...[...PLANNED, ...OF_MERGE_REQUESTS].map(everywhere), 'scope=assigned_to_me']),
  ...['issues', 'merge_requests'].flatMap((kind) => [
    ...of(USERS, `/projects/${project}/${kind}/${BUSY_IID}/notes`, ['', 'order_by=updated_at&sort=asc']),
    ...of(USERS, `/projects/${project}/${kind}/${BUSY_IID}/discussions`, ['']),
  ]),
  ...of(USERS, `/projects/${project}/labels`, ['', 'with_counts=true']),
  ...of(USERS, `/projects/${project}/milestones`, ['']),
  ...of(CALLERS, `/projects/${project}/events`, ['', 'action=pushed', 'target_type=issue', 'sort=asc']),
  ...of(CALLERS, `/users/${many}/events`, ['', 'action=pushed', 'target_type=merge_request']),
  ...of(USERS, '/events', ['', 'action=closed', 'scope=all']),
  ...of(USERS, '/todos', ['', 'state=done', 'type=Issue', `project_id=${project}`]),
  ...of(USERS, '/search', [
    ...['projects', 'issues', 'merge_requests', 'milestones'].map((scope) => `scope=${scope}&search=falcon`),
    'scope=issues&search=opal%20fails%20with%20reef',
  ]),
  ...of(USERS, `/projects/${project}/search`, ['scope=issues&search=falcon', 'scope=merge_requests&search=falcon']),
];

function of(callers: readonly Caller[], path: string, queries: readonly string[]): ListRequest[] {
  return queries.map((query) => ({ path: query ? `${path}?${query}` : path, callers }));
}

function everywhere(query: string): string {
  return query ? `scope=all&${query}` : 'scope=all';
}
