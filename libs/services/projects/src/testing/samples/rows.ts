import type { Target } from '@hearth/testing';

/** Contents of the target's group and project. The users have consecutive ids, beginning with the target's own. */
export function rows({ name, user, member, group, project }: Target, amount: number): string[] {
  const each = `generate_series(1, ${amount}) n`;
  const somebody = `${user} + n - 1`;
  const somebodyElse = `${user} + ${amount} + n - 1`;
  return [
    `insert into projects.namespaces (kind, path, name, full_name, visibility, parent_id, ancestor_ids)
     select 'group', 'sub-' || n, 'sub-' || n, '${name} / sub-' || n, 'internal', ${group}, array[${group}] from ${each}`,
    `insert into projects.routes (path, namespace_id)
     select '${name}/' || path, id from projects.namespaces where parent_id = ${group}`,
    `insert into projects.projects (namespace_id, path, name, creator_id, visibility)
     select ${group}, 'in-group-' || n, 'in-group-' || n, ${user}, 'private' from ${each}`,
    `insert into projects.projects (namespace_id, path, name, creator_id, visibility)
     select id, 'own-' || n, 'own-' || n, ${user}, 'public' from projects.namespaces, ${each} where owner_user_id = ${user}`,
    `insert into projects.routes (path, project_id)
     select around.path || '/' || p.path, p.id from projects.projects p
     join projects.routes around on around.namespace_id = p.namespace_id where p.creator_id = ${user}`,
    `update projects.projects set forked_from_id = ${project}, fork_network_id = ${project}
     where creator_id = ${user} and path like 'own-%'`,
    `insert into projects.namespace_members (namespace_id, user_id, level) select ${group}, ${somebody}, 30 from ${each}`,
    `insert into projects.namespace_members (namespace_id, user_id, level)
     select id, ${member}, 40 from projects.namespaces where parent_id = ${group}`,
    `insert into projects.project_members (project_id, user_id, level) select ${project}, ${somebody}, 30 from ${each}`,
    `insert into projects.project_group_links (project_id, group_id, level)
     select ${project}, id, 20 from projects.namespaces where parent_id = ${group}`,
    `insert into projects.project_group_links (project_id, group_id, level)
     select id, ${group}, 20 from projects.projects where creator_id = ${user} and namespace_id <> ${group}`,
    `insert into projects.project_stars (user_id, project_id) select ${somebody}, ${project} from ${each}`,
    ...issuesOf(project, group, { member, somebody, each }),
    ...rowsOf('project', project, somebodyElse, each),
    ...rowsOf('namespace', group, somebodyElse, each),
    ...activitiesOf(project, { user, member, somebody, each }),
    ...todosOf(project, { user, member }),
    // The reaction to the push, which sets it, runs later.
    `update projects.projects set default_branch = 'main' where id = ${project}`,
  ];
}

/** Everybody's activities in the project, and full pages of those of the target's users and of the administrator. */
function activitiesOf(
  project: number,
  { user, member, somebody, each }: { user: number; member: number; somebody: string; each: string },
): string[] {
  const insert = 'insert into projects.activity_events (kind, project_id, author_id, created_at)';
  return [
    ...[somebody, user, member].map(
      (author) => `${insert} select 'member:joined', ${project}, ${author}, now() from ${each}`,
    ),
    `${insert} select 'member:joined', ${project}, id, now() from ${each}, identity.users where username = 'root'`,
  ];
}

/** Full pages of to-do items of the member and of the administrator, done: others are marked as done. */
function todosOf(project: number, { user, member }: { user: number; member: number }): string[] {
  const insert = `insert into projects.todos (user_id, author_id, project_id, action, state, issue_id)`;
  const on = `'mentioned', 'done', i.id from projects.issues i`;
  return [
    `${insert} select ${member}, ${user}, ${project}, ${on} where i.project_id = ${project}`,
    `${insert} select root.id, ${user}, ${project}, ${on}, identity.users root
     where i.project_id = ${project} and root.username = 'root'`,
  ];
}

/** Each issue has a label, an assignee, a milestone and a subscriber. */
function issuesOf(
  project: number,
  group: number,
  { member, somebody, each }: { member: number; somebody: string; each: string },
): string[] {
  return [
    `insert into projects.labels (project_id, name, color) select ${project}, 'label-' || n, '#fff' from ${each}`,
    `insert into projects.labels (namespace_id, name, color) select ${group}, 'group-label-' || n, '#fff' from ${each}`,
    `insert into projects.milestones (project_id, iid, title) select ${project}, n, 'v' || n from ${each}`,
    `insert into projects.milestones (namespace_id, iid, title) select ${group}, n, 'group v' || n from ${each}`,
    `insert into projects.issues (project_id, iid, title, author_id, milestone_id)
     select ${project}, n, 'issue ' || n, ${member},
       (select min(id) from projects.milestones where project_id = ${project}) from ${each}`,
    `insert into projects.issues (project_id, iid, title, author_id, milestone_id)
     select ${project}, 1000 + n, 'issue ' || n, ${member},
       (select min(id) from projects.milestones where namespace_id = ${group}) from ${each}`,
    `insert into projects.iid_counters (project_id, kind, last) values (${project}, 'issue', 2000), (${project}, 'milestone', 1000)`,
    `insert into projects.iid_counters (namespace_id, kind, last) values (${group}, 'milestone', 1000)`,
    `insert into projects.issue_labels (issue_id, label_id)
     select i.id, l.id from projects.issues i join projects.labels l on l.project_id = i.project_id and l.name = 'label-' || i.iid
     where i.project_id = ${project}`,
    `insert into projects.issue_mentions (issue_id, user_id)
     select i.id, ${somebody} from projects.issues i, ${each} where i.project_id = ${project} and i.iid = 1`,
    `insert into projects.issue_links (source_id, target_id)
     select one.id, other.id from projects.issues one join projects.issues other
       on other.project_id = one.project_id and other.iid > 1000 where one.project_id = ${project} and one.iid = 1`,
    ...resourceEventsOf(project, somebody, each),
    `insert into projects.issue_assignees (issue_id, user_id) select id, ${member} from projects.issues where project_id = ${project}`,
    ...notesOf(project, { member, somebody, each }),
  ];
}

/** Changes of the first issue by many users: of many labels and milestones, and of its state. */
function resourceEventsOf(project: number, somebody: string, each: string): string[] {
  const issue = `(select id from projects.issues where project_id = ${project} and iid = 1)`;
  const insert = 'insert into projects.resource_events (issue_id, user_id, kind, action, subject_id, state)';
  return [
    `${insert} select ${issue}, ${somebody}, 'label', 'add', l.id, null from ${each}
     join projects.labels l on l.project_id = ${project} and l.name = 'label-' || n`,
    `${insert} select ${issue}, ${somebody}, 'milestone', 'add', m.id, 'opened' from ${each}
     join projects.milestones m on m.project_id = ${project} and m.iid = n`,
    `${insert} select ${issue}, ${somebody}, 'state', null, null, 'closed' from ${each}`,
  ];
}

/** Returns notes of many authors on the first issue and on the first snippet, awards of many users to both and to their first notes. */
function notesOf(
  project: number,
  { member, somebody, each }: { member: number; somebody: string; each: string },
): string[] {
  const issue = `(select id from projects.issues where project_id = ${project} and iid = 1)`;
  const snippet = `(select min(id) from projects.snippets where project_id = ${project})`;
  const note = (column: string, id: string) => `(select min(id) from projects.notes where ${column} = ${id})`;
  const awarded = [
    ['issue_id', issue],
    ['snippet_id', snippet],
    ['note_id', note('issue_id', issue)],
    ['note_id', note('snippet_id', snippet)],
  ];
  return [
    `insert into projects.snippets (project_id, author_id, title, content, visibility)
     select ${project}, ${member}, 'snippet ' || n, 'text', 'public' from ${each}`,
    `insert into projects.snippets (author_id, title, content, visibility)
     select ${member}, 'snippet ' || n, 'text', 'public' from ${each}`,
    `insert into projects.snippets (author_id, title, content, visibility)
     select id, 'snippet ' || n, 'text', 'public' from ${each}, identity.users where username = 'root'`,
    `insert into projects.notes (project_id, issue_id, author_id, body) select ${project}, ${issue}, ${somebody}, 'note' from ${each}`,
    `insert into projects.notes (project_id, snippet_id, author_id, body)
     select ${project}, ${snippet}, ${somebody}, 'note' from ${each}`,
    ...awarded.map(
      ([column, id]) =>
        `insert into projects.award_emoji (${column}, user_id, name) select ${id}, ${somebody}, 'tada' from ${each}`,
    ),
  ];
}

function rowsOf(holder: 'project' | 'namespace', id: number, applicant: string, each: string): string[] {
  return [
    `insert into projects.custom_attributes (${holder}_id, key, value) select ${id}, 'key-' || n, 'value' from ${each}`,
    `insert into projects.access_requests (${holder}_id, user_id) select ${id}, ${applicant} from ${each}`,
  ];
}
