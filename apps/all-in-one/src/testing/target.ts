import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { ApiClient, Git, insertUsers, makeTemporaryFolder } from '@hearth/testing';
import type { AllInOne } from './all-in-one.js';

export type Role = 'admin' | 'member';

/** Records that requests use: a user, a group and a project with a number of rows for every list. */
export interface Target {
  readonly name: string;
  /** Rows that its lists request; there are a few more of everything. */
  readonly rows: number;
  /** The member owns group and project. */
  readonly as: Readonly<Record<Role, ApiClient>>;
  readonly anonymous: ApiClient;
  readonly user: number;
  readonly member: number;
  readonly group: number;
  readonly project: number;
  /** Full path of the project. */
  readonly path: string;
  /** The head of all the project's branches except `topic`, which has as many commits more. */
  readonly sha: string;
  /** The content of its `file-1.txt`. */
  readonly blob: string;
  /** Runs a statement as the server's user; tables are named with their schema. */
  query<R extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
  /** Returns an unused name. */
  fresh(): string;
  /** Returns the id of a user without any memberships; another one each time. */
  stranger(): number;
  /** Returns the id of a user who requested access to the project and to the group; another one each time. */
  applicant(): number;
  /** Creates a token of a user with all scopes. */
  token(user: number): Promise<string>;
}

/** Additional rows of lists, for requests that delete some. */
const SPARE = 8;
const STRANGERS = 100;

interface Holders {
  readonly name: string;
  readonly user: number;
  readonly member: number;
  readonly group: number;
  readonly project: number;
}

/** Returns the rows of a target: the given number for every list of the API. The users have consecutive ids, beginning with the target's own. */
function rowsIn({ name, user, member, group, project }: Holders, amount: number): string[] {
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
    `insert into identity.user_custom_attributes (user_id, key, value) select ${user}, 'key-' || n, 'value' from ${each}`,
    `insert into identity.audit_events (kind, subject_type, subject_id, details, created_at)
     select 'user.sudo', 'user', ${user}, '{}', now() from ${each}`,
    ...issuesOf(project, group, { member, somebody, each }),
    ...rowsOf('project', project, somebodyElse, each),
    ...rowsOf('namespace', group, somebodyElse, each),
    `insert into identity.ssh_keys (user_id, title, key, fingerprint, created_at)
     select who.id, 'key-' || n, 'ssh-ed25519 A', sha256(convert_to('${name}' || n || who.id, 'UTF8')), now()
     from ${each}, identity.users who where who.id in (${user}, ${member}) or who.username = 'root'`,
    `insert into identity.gpg_keys (user_id, key, fingerprint, created_at)
     select who.id, 'key', sha256(convert_to('gpg ${name}' || n || who.id, 'UTF8')), now()
     from ${each}, identity.users who where who.id in (${user}, ${member}) or who.username = 'root'`,
    `insert into identity.user_emails (user_id, email, created_at)
     select who.id, '${name}-' || n || '-' || who.id || '@example.org', now()
     from ${each}, identity.users who where who.id in (${user}, ${member}) or who.username = 'root'`,
    `insert into identity.personal_access_tokens (user_id, name, token_hash, scopes, impersonation, revoked, created_at)
     select who, 'token-' || n, sha256(convert_to('${name}' || kind || n || who, 'UTF8')), '{api}', kind = 'other', false, now()
     from ${each}, unnest(array['own', 'other']) kind, unnest(array[${user}, ${member}]) who`,
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
    `insert into projects.issue_assignees (issue_id, user_id) select id, ${member} from projects.issues where project_id = ${project}`,
    ...notesOf(project, { member, somebody, each }),
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

/** Returns rows that need a repository, to be inserted after a push. */
function rowsOfRepository(project: number, sha: string, user: number, amount: number): string[] {
  return [
    // Projects sets it when it handles an event.
    `update projects.projects set default_branch = 'main' where id = ${project}`,
    `insert into repository.commit_comments (project_id, commit_id, author_id, note)
     select ${project}, '${sha}', ${user} + n - 1, 'note' from generate_series(1, ${amount}) n`,
    `insert into repository.protected_branches (project_id, name, push_level, merge_level)
     select ${project}, 'protected-' || n, 40, 40 from generate_series(1, ${amount}) n`,
  ];
}

/** Returns a pipeline of each branch; the one of `main` has a status of each user. */
function rowsOfCi(project: number, sha: string, user: number, amount: number): string[] {
  const each = `generate_series(1, ${amount}) n`;
  return [
    `insert into ci.projects (id) values (${project})`,
    `insert into ci.pipelines (project_id, ref, tag, sha, source, status, user_id)
     select ${project}, 'branch-' || n, false, '${sha}', 'external', 'success', ${user} + n - 1 from ${each}`,
    `insert into ci.jobs (pipeline_id, project_id, kind, ref, sha, stage, name, status, user_id)
     select (select min(id) from ci.pipelines where project_id = ${project}), ${project}, 'external', 'branch-1', '${sha}',
       'external', 'status-' || n, 'success', ${user} + n - 1 from ${each}`,
    `insert into ci.pipeline_schedules (project_id, owner_id, description, ref, cron, cron_timezone, active, next_run_at)
     select ${project}, ${user} + n - 1, 'nightly', 'main', '0 1 * * *', 'UTC', false, now() from ${each}`,
    `insert into ci.environments (project_id, name, slug) select ${project}, 'review-' || n, 'review-' || n from ${each}`,
    `with made as (
       insert into ci.runners (is_shared, token, token_lookup) select false, 'x', ${project} || ' ' || n from ${each} returning id)
     insert into ci.runner_projects (runner_id, project_id) select id, ${project} from made`,
    `insert into ci.jobs (pipeline_id, project_id, kind, ref, sha, stage, name, status, user_id, runner_id)
     select (select min(id) from ci.pipelines where project_id = ${project}), ${project}, 'build', 'branch-1', '${sha}',
       'test', 'job-' || n, 'success', ${user} + n - 1, (select min(runner_id) from ci.runner_projects where project_id = ${project})
     from ${each}`,
    `insert into ci.deployments (project_id, iid, environment_id, job_id, ref, tag, sha, user_id)
     select project_id, row_number() over (order by id), (select min(id) from ci.environments where project_id = ${project}),
       id, ref, tag, sha, user_id from ci.jobs where project_id = ${project} and kind = 'build' limit ${amount}`,
  ];
}

/** Returns merge requests of many authors; the first, of `topic`, has many versions, pipelines, participants, notes and awards. */
function rowsOfMergeRequests(project: number, { user, member }: Holders, amount: number): string[] {
  const each = `generate_series(1, ${amount}) n`;
  const somebody = `${user} + n - 1`;
  const first = `(select id from merge_requests.merge_requests where target_project_id = ${project} and iid = 1)`;
  const firstNote = `(select min(id) from merge_requests.notes where merge_request_id = ${first})`;
  return [
    `insert into merge_requests.merge_requests
       (target_project_id, iid, source_project_id, target_branch, source_branch, title, author_id, assignee_id, latest_version_id, head_sha)
     select ${project}, 1 + n, ${project}, 'main', 'source-' || n, 'merge request ' || n, ${somebody}, ${member}, m.latest_version_id,
       m.head_sha
     from ${each}, merge_requests.merge_requests m where m.id = ${first}`,
    `update merge_requests.merge_requests set description = (select 'Closes ' || string_agg('#' || n, ', ') from ${each}) where id = ${first}`,
    `update merge_requests.iid_counters set last = 2000 where project_id = ${project}`,
    `insert into merge_requests.merge_request_labels (merge_request_id, label_id)
     select m.id, l.id from merge_requests.merge_requests m
     join projects.labels l on l.project_id = m.target_project_id and l.name = 'label-' || m.iid where m.target_project_id = ${project}`,
    `insert into merge_requests.merge_request_versions (merge_request_id, base_sha, start_sha, head_sha, state, files_count)
     select v.merge_request_id, v.base_sha, v.start_sha, v.head_sha, v.state, v.files_count
     from ${each}, merge_requests.merge_request_versions v where v.merge_request_id = ${first}`,
    `insert into ci.pipelines (project_id, ref, tag, sha, source, status)
     select ${project}, 'topic', false, m.head_sha, 'external', 'success'
     from ${each}, merge_requests.merge_requests m where m.id = ${first}`,
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

/** Makes a target: the group and the project through the API, their contents as rows, the repository by a push. */
export async function makeTarget(system: AllInOne, name: string, rows: number): Promise<Target> {
  const query = system.database.query.bind(system.database);
  const amount = rows + SPARE;
  await insertUsers(query, `${name}-user-`, 2 * amount + STRANGERS);
  await insertUsers(query, `${name}-member-`, 1);
  const idOf = async (username: string) => {
    const [found] = await query<{ id: number }>('select id from identity.users where username = $1', [username]);
    return Number(found!.id);
  };
  const user = await idOf(`${name}-user-1`);
  const as = { admin: await system.client('root'), member: await system.client(`${name}-member-1`) };
  const member = await idOf(`${name}-member-1`);
  const group = await makeGroup(system, name, member);
  const made = await as.member.post('/projects', {
    ...{ name: 'project', namespace_id: group, visibility: 'internal', request_access_enabled: true },
  });
  const { id: project } = made.expect(201).json<{ id: number }>();
  for (const statement of rowsIn({ name, user, member, group, project }, amount)) await query(statement);
  const fullPath = `${name}/project`;
  const token = await system.token(`${name}-member-1`);
  const pushed = await push(`${system.url.replace('://', `://oauth2:${token}@`)}/${fullPath}.git`, amount);
  for (const rowsOf of [rowsOfRepository, rowsOfCi])
    for (const statement of rowsOf(project, pushed.sha, user, amount)) await query(statement);
  const opened = { title: 'first', source_branch: 'topic', target_branch: 'main' };
  (await as.member.post(`/projects/${project}/merge_requests`, opened)).expect(201);
  for (const statement of rowsOfMergeRequests(project, { name, user, member, group, project }, amount))
    await query(statement);
  let [names, strangers, applicants] = [0, 0, 0];
  return {
    ...{ name, rows, as, user, member, group, project, path: fullPath, ...pushed, query },
    anonymous: new ApiClient(system.url),
    fresh: () => `${name}-fresh-${++names}`,
    stranger: () => user + 2 * amount + strangers++,
    applicant: () => user + amount + applicants++,
    token: async (id) => {
      const [found] = await query<{ username: string }>('select username from identity.users where id = $1', [id]);
      return system.token(found!.username);
    },
  };
}

async function makeGroup({ database }: AllInOne, name: string, owner: number): Promise<number> {
  const [group] = await database.query<{ id: number }>(
    `with made as (
       insert into projects.namespaces (kind, path, name, full_name, visibility, request_access_enabled)
       values ('group', $1::text, $1::text, $1::text, 'internal', true) returning id
     ), named as (insert into projects.routes (path, namespace_id) select $1::text, id from made),
     owned as (insert into projects.namespace_members (namespace_id, user_id, level) select id, $2::bigint, 50 from made)
     select id from made`,
    [name, owner],
  );
  return Number(group!.id);
}

/** Pushes the given number of commits, files, branches and tags, and a branch with as many commits more. */
async function push(remote: string, amount: number): Promise<{ sha: string; blob: string }> {
  const folder = await makeTemporaryFolder('statements-push');
  try {
    const git = new Git(folder.path);
    await git.run(['init', '--quiet', '-b', 'main']);
    for (let n = 1; n <= amount; n++) {
      await writeFile(path.join(folder.path, `file-${n}.txt`), `${n}\n`);
      await git.run(['add', '.']);
      await git.run(['commit', '--quiet', '-m', `Commit ${n}`]);
    }
    const refs = Array.from({ length: amount }, (_, n) => [`main:refs/heads/branch-${n}`, `main:refs/tags/tag-${n}`]);
    await git.run(['switch', '--quiet', '-c', 'topic']);
    for (let n = 1; n <= amount; n++) {
      await writeFile(path.join(folder.path, `topic-${n}.txt`), `${n}\n`);
      await git.run(['add', '.']);
      await git.run(['commit', '--quiet', '-m', `Topic ${n}`]);
    }
    await git.run(['push', '--quiet', remote, 'main', 'topic', ...refs.flat()]);
    return { sha: await git.idOf('main'), blob: await git.idOf('main:file-1.txt') };
  } finally {
    await folder.remove();
  }
}
