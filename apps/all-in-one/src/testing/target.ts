import {
  ApiClient,
  FastImportStream,
  Git,
  insertUsers,
  makeTemporaryFolder,
  type Mark,
  type StatementSamples,
  type Target,
} from '@hearth/testing';
import type { AllInOne } from './all-in-one.js';

/** Additional rows of lists, for requests that delete some. */
const SPARE = 8;
const STRANGERS = 100;

/**
 * Makes a target: the group and the project through the API, the repository by a push, their contents as rows.
 * @param samples of all services, whose rows are inserted
 * @param rows that lists are asked for; there are a few more of everything
 */
export async function makeTarget(
  system: AllInOne,
  samples: readonly StatementSamples[],
  name: string,
  rows: number,
): Promise<Target> {
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
  const fullPath = `${name}/project`;
  const token = await system.token(`${name}-member-1`);
  const pushed = await push(`${system.url.replace('://', `://oauth2:${token}@`)}/${fullPath}.git`, amount);
  const opened = { title: 'first', source_branch: 'topic', target_branch: 'main' };
  (await as.member.post(`/projects/${project}/merge_requests`, opened)).expect(201);
  let [names, strangers, applicants] = [0, 0, 0];
  const target: Target = {
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
  for (const rowsOf of samples.flatMap((each) => each.rows ?? []))
    for (const statement of rowsOf(target, amount)) await query(statement);
  return target;
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

/** Pushes the given number of commits, files, branches and tags, a branch with as many commits more, and a tag of a commit with a signature. */
async function push(remote: string, amount: number): Promise<{ sha: string; topic: string; blob: string }> {
  const folder = await makeTemporaryFolder('statements-push');
  try {
    const git = new Git(folder.path);
    await git.run(['init', '--quiet', '--bare']);
    const history = new FastImportStream();
    const main = commits(history, { ref: 'refs/heads/main', name: 'file', amount, from: withSubmodule(history) });
    commits(history, { ref: 'refs/heads/topic', name: 'topic', amount, from: main });
    await git.run(['fast-import', '--quiet', '--done'], { input: history.toBuffer() });
    const refs = Array.from({ length: amount }, (_, n) => [`main:refs/heads/branch-${n}`, `main:refs/tags/tag-${n}`]);
    const signed = await git.run(['hash-object', '-t', 'commit', '-w', '--stdin'], {
      input: signedCommit(await git.idOf('main^{tree}'), await git.idOf('main')),
    });
    const tag = `${signed.toString().trim()}:refs/tags/signed`;
    await git.run(['push', '--quiet', remote, 'main', 'topic', tag, ...refs.flat()]);
    return { sha: await git.idOf('main'), topic: await git.idOf('topic'), blob: await git.idOf('main:file-1.txt') };
  } finally {
    await folder.remove();
  }
}

function signedCommit(tree: string, parent: string): string {
  const person = 'Ada <ada@example.org> 1700000000 +0000';
  const signature = '-----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----';
  return `tree ${tree}\nparent ${parent}\nauthor ${person}\ncommitter ${person}\ngpgsig ${signature}\n\nSigned\n`;
}

/** Writes commits that each add a file, and returns the last one. */
/** The first commit, with a submodule. */
function withSubmodule(history: FastImportStream): Mark {
  const author = { name: 'Ada', email: 'ada@example.org', seconds: 1_700_000_000, offset: '+0000' };
  const changes = [{ kind: 'submodule', path: 'vendor', commit: 'a'.repeat(40) }] as const;
  return history.commit({
    ...{ ref: 'refs/heads/main', author, committer: author, message: 'Add a submodule\n', parents: [], changes },
  });
}

function commits(
  history: FastImportStream,
  { ref, name, amount, from }: { ref: string; name: string; amount: number; from?: Mark },
): Mark {
  let last = from;
  for (let n = 1; n <= amount; n++) {
    const author = { name: 'Ada', email: 'ada@example.org', seconds: 1_700_000_000 + n, offset: '+0000' };
    const content = history.blob(`${n}\n`);
    const added = { kind: 'put', path: `${name}-${n}.txt`, mode: '100644', content } as const;
    const parents = last === undefined ? [] : [last];
    last = history.commit({ ref, author, committer: author, message: `Add ${name} ${n}\n`, parents, changes: [added] });
  }
  return last!;
}
