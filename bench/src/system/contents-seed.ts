import { draw, FIRST, IDS, KINDS, pick, WORDS, type SeedStep } from './seed-sql.js';

/** Number of issues and as many merge requests, of notes on each of these two, and of activities. */
const ROWS = { planned: 1_000_000, notes: 5_000_000, activities: 10_000_000 } as const;

/** Tables to which most rows are added. */
export const LARGE_TABLES = [
  ...['issues', 'issue_assignees', 'issue_labels', 'notes', 'activity_events', 'todos'].map(
    (name) => `projects.${name}`,
  ),
  ...['merge_requests', 'merge_request_assignments', 'notes'].map((name) => `merge_requests.${name}`),
];

const ONE_IN = { project: 10, busy: 500 } as const;
const user = (seed: string) => `${FIRST.user} + 1 + ${draw('$1::int * 4', seed)}`;
/** SQL: project of the nth issue or merge request; one in ten belongs to the same. */
const PROJECT = `case when n % ${ONE_IN.project} = 0 then ${IDS.project} else ${FIRST.project} + 1 + ${draw('$1::int * 20', 'n * 47')} end`;
const TITLE = `concat_ws(' ', initcap(${pick(WORDS, 'n * 7')}), ${pick(KINDS, 'n * 3')}, 'fails with', ${pick(WORDS, 'n * 5')}, n)`;
const TEXT = `concat_ws(' ', 'After the change of', ${pick(WORDS, 'n * 11')}, 'the', ${pick(KINDS, 'n * 13')}, 'does not start.')`;
const SHA = `left(md5(n::text) || md5((-n)::text), 40)`;
/** SQL: a moment of the last two years, the same one for a number. */
const MOMENT = `now() - ${draw(1_000_000, 'n * 19')} * interval '1 minute'`;

/** SQL: notes on records, the nth of which has the id 1000 + n; ten thousand notes on the one with internal id 1 in `IDS.project`. */
function notes(table: string, [records, project, column]: readonly [string, string, string]): string {
  return `insert into ${table} (id, project_id, ${column}, author_id, body, created_at, updated_at, discussion_id) overriding system value
    select ${FIRST.note} + n, held.${project}, held.id, ${user('n * 29')}, ${TEXT}, at, at, ${SHA}
    from (select n, ${FIRST.planned} + case when n % ${ONE_IN.busy} = 0 then ${ONE_IN.project} else 1 + ${draw(ROWS.planned, 'n * 53')} end as record_id,
        ${MOMENT} as at
      from generate_series(1, ${ROWS.notes}) n) drawn
      join ${records} held on held.id = drawn.record_id`;
}

/** Contents of an instance of 100 000 projects. Follows the steps of the lists. */
export const CONTENTS: readonly SeedStep[] = [
  [
    'milestones',
    `insert into projects.milestones (project_id, iid, title, due_date)
     select ${IDS.project}, n, 'Release ' || n, case when n % 5 > 0 then date '2026-01-01' + n end from generate_series(1, $1::int / 100) n`,
  ],
  [
    'labels',
    `insert into projects.labels (project_id, name, color, priority)
     select ${IDS.project}, ${pick(WORDS, 'n')} || '-' || n, '#428BCA', case when n % 4 = 0 then n end from generate_series(1, $1::int / 100) n`,
  ],
  [
    'issues',
    `insert into projects.issues (id, project_id, iid, title, description, state, author_id, closed_at, user_notes_count, milestone_id, created_at, updated_at)
     overriding system value
     select ${FIRST.planned} + n, drawn.project_id, row_number() over (partition by drawn.project_id order by n), ${TITLE}, ${TEXT}, drawn.state, ${user('n * 29')},
       case when drawn.state = 'closed' then now() end, 5, milestone.id, at, at + interval '1 hour'
     from (select n, ${PROJECT} as project_id, ${MOMENT} as at, case when n % 3 = 0 then 'opened' else 'closed' end as state
       from generate_series(1, ${ROWS.planned}) n) drawn
       left join projects.milestones milestone on drawn.project_id = ${IDS.project} and milestone.iid = 1 + n / ${ONE_IN.project} % ($1::int / 100)`,
  ],
  [
    'assignees of issues',
    `insert into projects.issue_assignees (issue_id, user_id)
     select ${FIRST.planned} + n, case when n % 200 = 0 then ${IDS.many} else ${user('n * 31')} end
     from generate_series(1, ${ROWS.planned}) n where n % 2 = 0`,
  ],
  [
    'labels of issues',
    `insert into projects.issue_labels (issue_id, label_id)
     select i.id, l.id from projects.issues i join projects.labels l on l.project_id = i.project_id
     where i.project_id = ${IDS.project} and (i.id + l.id) % ($1::int / 200) = 0`,
  ],
  ['notes of issues', notes('projects.notes', ['projects.issues', 'project_id', 'issue_id'])],
  [
    'projects known to merge requests',
    `insert into merge_requests.known_projects (id, visibility, archived, merge_requests_access_level)
     select id, visibility, archived, merge_requests_access_level from projects.projects
     where id between ${FIRST.project} + 1 and ${FIRST.project} + $1::int * 20`,
  ],
  [
    'merge requests',
    `insert into merge_requests.merge_requests (id, target_project_id, source_project_id, iid, target_branch, source_branch, state, title, description, author_id,
       head_sha, merged_at, user_notes_count, created_at, updated_at)
     overriding system value
     select ${FIRST.planned} + n, project_id, project_id, row_number() over (partition by project_id order by n), 'main', 'branch-' || n, state, ${TITLE}, ${TEXT},
       ${user('n * 29')}, ${SHA}, case when state = 'merged' then now() end, 5, at, at + interval '1 hour'
     from (select n, ${PROJECT} as project_id, ${MOMENT} as at, (array['opened', 'merged', 'merged', 'closed'])[1 + n % 4] as state
       from generate_series(1, ${ROWS.planned}) n) drawn`,
  ],
  [
    'assignees and reviewers',
    `insert into merge_requests.merge_request_assignments (merge_request_id, role, user_id, project_id)
     select id, role, case when (id + 3) % 200 = 0 then ${IDS.many} else ${user('n * 31 + length(role)')} end, target_project_id
     from merge_requests.merge_requests, unnest(array['assignee', 'reviewer']) role, lateral (select id as n) numbered
     where id % 2 = 1 and id > ${FIRST.planned}`,
  ],
  [
    'notes of merge requests',
    notes('merge_requests.notes', ['merge_requests.merge_requests', 'target_project_id', 'merge_request_id']),
  ],
  [
    'activities',
    `insert into projects.activity_events (kind, project_id, author_id, issue_id, note_id, merge_request_id, sequence, push, created_at)
     select kind, held.project_id, case when n % 1000 = 0 then ${IDS.many} else ${user('n * 29')} end,
       case when kind in ('issue:created', 'issue:closed') then held.id end, null, case when kind like 'merge_request:%' then held.id end,
       case when kind = 'push' then n end,
       case when kind = 'push' then jsonb_build_object('refType', 'branch', 'ref', 'main', 'from', ${SHA}, 'to', ${SHA}, 'commitCount', 1, 'commitTitle', ${TITLE}) end,
       now() - n * interval '0.7 second'
     from (select n, (array['push', 'issue:created', 'merge_request:created', 'push', 'issue:closed', 'merge_request:merged'])[1 + n % 6] as kind
       from generate_series(1, ${ROWS.activities}) n) drawn
       join projects.issues held on held.id = ${FIRST.planned} + 1 + ${draw(`case when n % 1000 = 0 then 500 else ${ROWS.planned} end`, 'n * 53')}`,
  ],
  [
    'to-dos',
    `insert into projects.todos (user_id, author_id, project_id, action, issue_id, state)
     select case when id % 100 = 0 then ${IDS.many} else ${user('n * 37')} end, author_id, project_id, 'assigned', id, case when id % 3 = 0 then 'done' else 'pending' end
     from projects.issues, lateral (select id as n) numbered where id > ${FIRST.planned} and id % 4 = 0`,
  ],
];
