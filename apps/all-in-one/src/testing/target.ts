import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { ApiClient, Git, insertUsers, makeTemporaryFolder } from '@hearth/testing';
import type { AllInOne } from './all-in-one.js';

export type Role = 'admin' | 'member';

/** What requests are about: a user, a group and a project with a number of everything that lists show. */
export interface Target {
  readonly name: string;
  /** Rows that its lists are asked for; there are a few more of everything. */
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
  /** The commit that all of the project's branches point at. */
  readonly sha: string;
  /** The content of its `file-1.txt`. */
  readonly blob: string;
  /** Runs a statement as the server's user; tables are named with their schema. */
  query<R extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
  /** A name that nothing has. */
  fresh(): string;
  /** The id of a user who has nothing to do with anything; another one each time. */
  stranger(): number;
  /** The id of a user who asked for access to the project and to the group; another one each time. */
  applicant(): number;
  /** A new token of a user that opens everything. */
  token(user: number): Promise<string>;
}

/** What requests take away, lists have too much of. */
const SPARE = 8;
const STRANGERS = 100;

interface Holders {
  readonly name: string;
  readonly user: number;
  readonly member: number;
  readonly group: number;
  readonly project: number;
}

/** What is in a target: so many of everything that a list of the API shows. The users have ids in a row, the target's own being the first. */
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
    ...rowsOf('project', project, somebodyElse, each),
    ...rowsOf('namespace', group, somebodyElse, each),
    `insert into identity.personal_access_tokens (user_id, name, token_hash, scopes, impersonation, revoked, created_at)
     select who, 'token-' || n, sha256(convert_to('${name}' || kind || n || who, 'UTF8')), '{api}', kind = 'other', false, now()
     from ${each}, unnest(array['own', 'other']) kind, unnest(array[${user}, ${member}]) who`,
  ];
}

function rowsOf(holder: 'project' | 'namespace', id: number, applicant: string, each: string): string[] {
  return [
    `insert into projects.custom_attributes (${holder}_id, key, value) select ${id}, 'key-' || n, 'value' from ${each}`,
    `insert into projects.access_requests (${holder}_id, user_id) select ${id}, ${applicant} from ${each}`,
  ];
}

/** Makes a target. The group and the project come through the API, what is in them as rows, the repository by a push. */
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

/** Pushes as many commits, files, branches and tags. */
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
    await git.run(['push', '--quiet', remote, 'main', ...refs.flat()]);
    return { sha: await git.idOf('HEAD'), blob: await git.idOf('HEAD:file-1.txt') };
  } finally {
    await folder.remove();
  }
}
