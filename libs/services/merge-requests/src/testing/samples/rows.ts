import type { Target } from '@hearth/testing';

/** Merge requests of many authors; the first, of `topic`, has many versions, participants, notes and awards. */
export function rows({ project, user, member }: Target, amount: number): string[] {
  const each = `generate_series(1, ${amount}) n`;
  const somebody = `${user} + n - 1`;
  const first = `(select id from merge_requests.merge_requests where target_project_id = ${project} and iid = 1)`;
  const firstNote = `(select min(id) from merge_requests.notes where merge_request_id = ${first})`;
  return [
    `insert into merge_requests.merge_requests
       (target_project_id, iid, source_project_id, target_branch, source_branch, title, author_id, latest_version_id, head_sha)
     select ${project}, 1 + n, ${project}, 'main', 'source-' || n, 'merge request ' || n, ${somebody}, m.latest_version_id,
       m.head_sha
     from ${each}, merge_requests.merge_requests m where m.id = ${first}`,
    `update merge_requests.merge_requests set description = (select 'Closes ' || string_agg('#' || n, ', ') from ${each}) where id = ${first}`,
    `insert into merge_requests.merge_request_assignments (merge_request_id, role, user_id, project_id)
     select m.id, role, case role when 'assignee' then ${member} else m.author_id end, ${project}
     from merge_requests.merge_requests m, unnest(array['assignee', 'reviewer']) as role where m.target_project_id = ${project}`,
    `update merge_requests.iid_counters set last = 2000 where project_id = ${project}`,
    `insert into merge_requests.merge_request_labels (merge_request_id, label_id)
     select m.id, l.id from merge_requests.merge_requests m
     join projects.labels l on l.project_id = m.target_project_id and l.name = 'label-' || m.iid where m.target_project_id = ${project}`,
    ...resourceEventsOf(project, { first, somebody, each }),
    `insert into merge_requests.merge_request_versions (merge_request_id, base_sha, start_sha, head_sha, state, files_count)
     select v.merge_request_id, v.base_sha, v.start_sha, v.head_sha, v.state, v.files_count
     from ${each}, merge_requests.merge_request_versions v where v.merge_request_id = ${first}`,
    `insert into merge_requests.merge_request_mentions (merge_request_id, user_id) select ${first}, ${somebody} from ${each}`,
    `insert into merge_requests.notes (project_id, merge_request_id, author_id, body)
     select ${project}, ${first}, ${somebody}, 'note' from ${each}`,
    ...[
      ['merge_request_id', first],
      ['note_id', firstNote],
    ].map(
      ([column, id]) =>
        `insert into merge_requests.award_emoji (${column}, user_id, name) select ${id}, ${somebody}, 'tada' from ${each}`,
    ),
  ];
}

/** Changes of the first merge request by many users: of many labels and milestones, and of its state. */
function resourceEventsOf(
  project: number,
  { first, somebody, each }: { first: string; somebody: string; each: string },
): string[] {
  const insert =
    'insert into merge_requests.resource_events (merge_request_id, user_id, kind, action, subject_id, state)';
  return [
    `${insert} select ${first}, ${somebody}, 'label', 'add', l.id, null from ${each}
     join projects.labels l on l.project_id = ${project} and l.name = 'label-' || n`,
    `${insert} select ${first}, ${somebody}, 'milestone', 'add', m.id, 'opened' from ${each}
     join projects.milestones m on m.project_id = ${project} and m.iid = n`,
    `${insert} select ${first}, ${somebody}, 'state', null, null, 'closed' from ${each}`,
  ];
}
